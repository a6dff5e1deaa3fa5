import { placedGroups } from '#access/identity/authenticator.js'
import type { CertificateVerifier, VerifiedCertificate } from '#access/identity/certificate-verifier.js'
import type { HttpRequest } from '#http/request/exchange.js'
import { unauthorized } from '#meta/api-error.js'
import type { Identity } from '#meta/user.js'
import type { RequestHeaderConfig } from './request-header-config.js'
import { UserHeaders } from './user-headers.js'

/** Authenticates the users that front proxies name in headers. Only a verified certificate makes headers count. */
export class FrontProxy {
  readonly #verifier: CertificateVerifier
  readonly #allowedNames: readonly string[]
  readonly #headers: UserHeaders

  constructor(verifier: CertificateVerifier, config: RequestHeaderConfig) {
    this.#verifier = verifier
    this.#allowedNames = config.requestHeaderAllowedNames
    this.#headers = new UserHeaders(config)
  }

  /**
   * Removes the headers from the request, whoever has sent them. Undefined without a certificate, or if the headers name
   * no user. Throws `unauthorized` for the certificate of anyone else.
   */
  authenticate(request: HttpRequest): Identity | undefined {
    const named = this.#headers.take(request)
    const shown = this.#verifier.certificateOf(request)
    if (shown === null) return undefined
    if (!this.#isProxy(shown)) throw unauthorized()
    if (named === undefined) return undefined
    const user = { ...named, groups: placedGroups(named.name, named.groups) }
    return { user, isValid: () => this.#isProxy(shown) }
  }

  #isProxy(shown: VerifiedCertificate): boolean {
    const { length } = this.#allowedNames
    return shown.isValid() && (length === 0 || this.#allowedNames.includes(shown.commonName))
  }
}
