import type { HttpRequest } from '#http/request/exchange.js'
import { unauthorized } from '#meta/api-error.js'
import type { Identity, User } from '#meta/user.js'
import { AUTHENTICATED, type Authenticator } from './authenticator.js'
import type { CertificateVerifier, VerifiedCertificate } from './certificate-verifier.js'

/** The extra key of the certificate's id. */
const CREDENTIAL_ID = 'authentication.kubernetes.io/credential-id'

/** Authenticates client certificates: the common name is the user, the organizations are its groups. */
export class ClientCertificateAuthenticator implements Authenticator {
  readonly #verifier: CertificateVerifier
  readonly #identities = new WeakMap<VerifiedCertificate, Identity>()

  constructor(verifier: CertificateVerifier) {
    this.#verifier = verifier
  }

  /** Throws `unauthorized` for an untrusted or expired certificate. Undefined if it names no user. */
  authenticate(request: HttpRequest): Identity | undefined {
    const shown = this.#verifier.certificateOf(request)
    if (shown === null || shown.commonName === '') return undefined
    let identity = this.#identities.get(shown)
    if (identity === undefined) {
      identity = { user: userOf(shown), isValid: () => shown.isValid() }
      this.#identities.set(shown, identity)
    }
    if (!identity.isValid()) throw unauthorized()
    return identity
  }
}

function userOf({ commonName, organizations, certificate }: VerifiedCertificate): User {
  const fingerprint = certificate.fingerprint256.replaceAll(':', '').toLowerCase()
  return {
    name: commonName,
    groups: [...new Set([...organizations, AUTHENTICATED])],
    extra: { [CREDENTIAL_ID]: [`X509SHA256=${fingerprint}`] },
  }
}
