import { ConfigDocumentError, readConfigDocument } from '#access/config-document.js'
import { WatchedFile } from '#access/watched-file.js'
import type { Logger } from '#observe/logger.js'
import type { AuthenticationConfiguration } from './authentication-configuration.js'
import { anonymousPathsOf, authenticationDocument, issuersOf } from './authentication-document.js'
import type { TrustedIssuers } from './trusted-issuers.js'

/** Trusts the issuers of a file, reloaded on changes. */
export class AuthenticationFile {
  readonly #issuers: TrustedIssuers
  readonly #ownIssuers: readonly string[]
  #anonymousPaths: ReadonlySet<string> | undefined
  #file: WatchedFile | undefined

  private constructor(issuers: TrustedIssuers, ownIssuers: readonly string[]) {
    this.#issuers = issuers
    this.#ownIssuers = ownIssuers
  }

  /**
   * Rejects if the file is invalid. After later errors the previous configuration stays. The issuers of service
   * account tokens cannot be listed.
   */
  static async open(
    path: string,
    issuers: TrustedIssuers,
    ownIssuers: readonly string[],
    logger: Logger,
  ): Promise<AuthenticationFile> {
    const opened = new AuthenticationFile(issuers, ownIssuers)
    opened.#file = await WatchedFile.open(
      path,
      async (content) => {
        opened.#replace(await readConfigDocument(authenticationDocument, content))
        if (opened.#file !== undefined) logger.info({ file: path }, 'reloaded the issuers')
      },
      (error) => logger.warn({ file: path, error: String(error) }, 'reloading the issuers failed'),
    )
    return opened
  }

  /** Whether anonymous requests to the path are allowed. */
  takesAnonymous(path: string): boolean {
    return this.#anonymousPaths === undefined || this.#anonymousPaths.has(path)
  }

  close(): void {
    this.#file?.close()
  }

  #replace(configuration: AuthenticationConfiguration): void {
    const issuers = issuersOf(configuration)
    const index = issuers.findIndex(({ url }) => this.#ownIssuers.includes(url))
    if (index >= 0) {
      throw new ConfigDocumentError(`jwt[${index}].issuer.url: is the issuer of service account tokens`)
    }
    this.#issuers.replace(issuers)
    this.#anonymousPaths = anonymousPathsOf(configuration)
  }
}
