import { createHmac, randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Identity, User } from '../../meta/user.js'
import type { Logger } from '../../observe/logger.js'
import { WatchedFile } from '../watched-file.js'
import type { TokenAuthenticator } from './authenticator.js'
import { parseTokenFile } from './token-file.js'

/** Knows the tokens of a file, as the file is now. */
export class TokenFileAuthenticator implements TokenAuthenticator {
  /**
   * By digests under a key that this process alone knows: how long a search takes tells nothing of the tokens that are
   * there.
   */
  #identities: ReadonlyMap<string, FileIdentity> = new Map()
  readonly #key = randomBytes(32)
  #file: WatchedFile | undefined

  /** Rejects when the file cannot be read, or is no list of tokens. Later mistakes in the file leave its tokens as they were. */
  static async open(path: string, logger: Logger): Promise<TokenFileAuthenticator> {
    const authenticator = new TokenFileAuthenticator()
    authenticator.#file = await WatchedFile.open(
      path,
      (content) => {
        if (authenticator.#file === undefined) return authenticator.replace(content.toString())
        try {
          authenticator.replace(content.toString())
          logger.info({ file: path }, 'the tokens were read again')
        } catch (error) {
          logger.warn({ file: path, error: String(error) }, 'the tokens could not be read again')
        }
      },
      (error) => logger.warn({ file: path, error: String(error) }, 'the tokens could not be read again'),
    )
    return authenticator
  }

  /** Puts the tokens of a text in the place of those before. A user whose line is the same stays the same. */
  replace(text: string): void {
    const identities = new Map<string, FileIdentity>()
    for (const [token, user] of parseTokenFile(text)) {
      const digest = this.#digest(token)
      const before = this.#identities.get(digest)
      identities.set(digest, before && isDeepStrictEqual(before.user, user) ? before : new FileIdentity(user))
    }
    const before = this.#identities
    this.#identities = identities
    for (const [digest, identity] of before) {
      if (identities.get(digest) !== identity) identity.revoke()
    }
  }

  identify(token: string): Identity | undefined {
    return this.#identities.get(this.#digest(token))
  }

  close(): void {
    this.#file?.close()
  }

  #digest(token: string): string {
    return createHmac('sha256', this.#key).update(token).digest('base64')
  }
}

class FileIdentity implements Identity {
  readonly user: User
  #isValid = true

  constructor(user: User) {
    this.user = user
  }

  isValid(): boolean {
    return this.#isValid
  }

  revoke(): void {
    this.#isValid = false
  }
}
