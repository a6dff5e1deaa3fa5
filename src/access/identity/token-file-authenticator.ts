import { WatchedFile } from '#access/watched-file.js'
import type { Identity } from '#meta/user.js'
import type { Logger } from '#observe/logger.js'
import type { TokenAuthenticator } from './authenticator.js'
import { StaticTokens } from './static-tokens.js'
import { parseTokenFile } from './token-file.js'

/** Authenticates the tokens of a file, reloaded on changes. */
export class TokenFileAuthenticator implements TokenAuthenticator {
  readonly #tokens = new StaticTokens()
  #file: WatchedFile | undefined

  /** Rejects if the file is unreadable or invalid. After later errors the previous tokens stay. */
  static async open(path: string, logger: Logger): Promise<TokenFileAuthenticator> {
    const authenticator = new TokenFileAuthenticator()
    authenticator.#file = await WatchedFile.open(
      path,
      (content) => {
        authenticator.#tokens.replace(parseTokenFile(content.toString()))
        if (authenticator.#file !== undefined) logger.info({ file: path }, 'reloaded the tokens')
      },
      (error) => logger.warn({ file: path, error: String(error) }, 'reloading the tokens failed'),
    )
    return authenticator
  }

  identify(token: string): Identity | undefined {
    return this.#tokens.identify(token)
  }

  close(): void {
    this.#file?.close()
  }
}
