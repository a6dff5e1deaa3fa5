import { X509Certificate } from 'node:crypto'
import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { type HttpRequest, transportOf } from '#http/request/exchange.js'
import { unauthorized } from '#meta/api-error.js'
import type { Identity, User } from '#meta/user.js'
import type { Clock } from '#util/clock.js'
import { AUTHENTICATED, type Authenticator } from './authenticator.js'

/** The extra key of the certificate's id. */
const CREDENTIAL_ID = 'authentication.kubernetes.io/credential-id'

/**
 * Authenticates client certificates: the common name is the user, the organizations are its groups. TLS verifies a
 * certificate when the connection opens. Its validity and its CA are checked with every request.
 */
export class ClientCertificateAuthenticator implements Authenticator {
  readonly #byTransport = new WeakMap<Socket, CertificateIdentity | null>()
  readonly #clock: Clock
  #trusted: readonly X509Certificate[]

  /** Trusted CA certificates, in PEM. */
  constructor(authorities: readonly string[], clock: Clock) {
    this.#clock = clock
    this.#trusted = readCertificates(authorities)
  }

  /** Replaces the CAs, also for open connections. */
  replaceAuthorities(authorities: readonly string[]): void {
    this.#trusted = readCertificates(authorities)
  }

  /** Throws `unauthorized` for an untrusted or expired certificate. */
  authenticate(request: HttpRequest): Identity | undefined {
    const transport = transportOf(request)
    let identity = this.#byTransport.get(transport)
    if (identity === undefined) {
      identity = this.#identify(transport)
      this.#byTransport.set(transport, identity)
    }
    if (identity === null) return undefined
    if (!identity.isValid()) throw unauthorized()
    return identity
  }

  /** Null without a certificate, or if it names no user. */
  #identify(transport: Socket): CertificateIdentity | null {
    if (!(transport instanceof TLSSocket)) return null
    const certificate = transport.getPeerX509Certificate()
    if (certificate === undefined) return null
    const user = userOf(certificate)
    if (user === undefined) return null
    const authority = transport.authorized ? this.#authorityOf(certificate) : undefined
    const isTrusted = (authority: X509Certificate) => this.#isTrusted(authority)
    return new CertificateIdentity(user, certificate, { authority, isTrusted, clock: this.#clock })
  }

  /** The trusted issuer of the certificate, directly or through the client's intermediates. */
  #authorityOf(certificate: X509Certificate): X509Certificate | undefined {
    for (let link: X509Certificate | undefined = certificate; link !== undefined; link = issuerOf(link)) {
      const issued = link
      const authority = this.#trusted.find((ca) => issued.checkIssued(ca) && issued.verify(ca.publicKey))
      if (authority !== undefined) return authority
    }
    return undefined
  }

  /** A CA may have a new certificate for the same key. */
  #isTrusted(authority: X509Certificate): boolean {
    return this.#trusted.some((ca) => ca === authority || ca.publicKey.equals(authority.publicKey))
  }
}

interface CertificateTrust {
  /** Undefined if no trusted CA has issued the certificate. */
  readonly authority: X509Certificate | undefined
  readonly isTrusted: (authority: X509Certificate) => boolean
  readonly clock: Clock
}

class CertificateIdentity implements Identity {
  readonly user: User
  readonly #notAfter: number
  readonly #trust: CertificateTrust

  constructor(user: User, certificate: X509Certificate, trust: CertificateTrust) {
    this.user = user
    this.#notAfter = Date.parse(certificate.validTo)
    this.#trust = trust
  }

  /** TLS has checked that the certificate is valid already; only its end can come during a connection. */
  isValid(): boolean {
    const { authority, isTrusted, clock } = this.#trust
    return authority !== undefined && clock.now() <= this.#notAfter && isTrusted(authority)
  }
}

function userOf(certificate: X509Certificate): User | undefined {
  const { CN, O } = certificate.toLegacyObject().subject as Partial<Record<'CN' | 'O', string | string[]>>
  const name = [CN ?? []].flat().at(-1)
  if (name === undefined || name === '') return undefined
  const fingerprint = certificate.fingerprint256.replaceAll(':', '').toLowerCase()
  return {
    name,
    groups: [...new Set([...[O ?? []].flat(), AUTHENTICATED])],
    extra: { [CREDENTIAL_ID]: [`X509SHA256=${fingerprint}`] },
  }
}

/** Undefined at the end of the chain. */
function issuerOf(certificate: X509Certificate): X509Certificate | undefined {
  const { issuerCertificate } = certificate
  const isLast =
    issuerCertificate === undefined || issuerCertificate.fingerprint256 === certificate.fingerprint256
  return isLast ? undefined : issuerCertificate
}

/** All certificates of PEM strings. Throws if one is invalid, or if there is none. */
export function readCertificates(texts: readonly string[]): X509Certificate[] {
  const blocks = texts.flatMap(
    (text) => text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [],
  )
  if (blocks.length === 0) throw new Error('no certificate found')
  return blocks.map((block) => new X509Certificate(block))
}
