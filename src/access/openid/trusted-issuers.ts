import { isDeepStrictEqual } from 'node:util'
import type { Logger } from '#observe/logger.js'
import type { Clock } from '#util/clock.js'
import type { Issuer } from './issuer.js'
import { IssuerKeys } from './issuer-keys.js'
import { OpenIdTokens } from './openid-tokens.js'

/** The trusted OpenID issuers, by URL. */
export class TrustedIssuers {
  readonly #logger: Logger
  readonly #clock: Clock
  #byUrl: ReadonlyMap<string, OpenIdTokens> = new Map()
  #isClosed = false

  constructor(logger: Logger, clock: Clock) {
    this.#clock = clock
    this.#logger = logger
  }

  get(url: string): OpenIdTokens | undefined {
    return this.#byUrl.get(url)
  }

  get all(): Iterable<OpenIdTokens> {
    return this.#byUrl.values()
  }

  /** An unchanged issuer keeps its keys and tokens; tokens of other issuers end. */
  replace(issuers: readonly Issuer[]): void {
    if (this.#isClosed) return
    const before = this.#byUrl
    const after = new Map<string, OpenIdTokens>()
    for (const issuer of issuers) {
      const known = before.get(issuer.url)
      const isSame = known !== undefined && isDeepStrictEqual(known.issuer, issuer)
      after.set(issuer.url, isSame ? known : this.#open(issuer))
    }
    this.#byUrl = after
    for (const [url, tokens] of before) if (after.get(url) !== tokens) tokens.close()
  }

  #open(issuer: Issuer): OpenIdTokens {
    return new OpenIdTokens(issuer, new IssuerKeys(issuer, this.#logger), this.#clock)
  }

  close(): void {
    this.replace([])
    this.#isClosed = true
  }
}
