import { X509Certificate } from 'node:crypto'
import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { type HttpRequest, transportOf } from '#http/request/exchange.js'
import type { Clock } from '#util/clock.js'

/**
 * Verifies the client certificates of connections by some of the CAs of the server. TLS verifies a certificate when the
 * connection opens. Its validity and its CA are checked with every request.
 */
export class CertificateVerifier {
  readonly #byTransport = new WeakMap<Socket, VerifiedCertificate | null>()
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

  /** The certificate of the connection of a request, valid or not; null if there is none. */
  certificateOf(request: HttpRequest): VerifiedCertificate | null {
    const transport = transportOf(request)
    let shown = this.#byTransport.get(transport)
    if (shown === undefined) {
      shown = this.#read(transport)
      this.#byTransport.set(transport, shown)
    }
    return shown
  }

  #read(transport: Socket): VerifiedCertificate | null {
    if (!(transport instanceof TLSSocket)) return null
    const certificate = transport.getPeerX509Certificate()
    if (certificate === undefined) return null
    const authority = transport.authorized ? this.#authorityOf(certificate) : undefined
    const isTrusted = (authority: X509Certificate) => this.#isTrusted(authority)
    return new VerifiedCertificate(certificate, { authority, isTrusted, clock: this.#clock })
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

/** The client certificate of a connection. */
export class VerifiedCertificate {
  readonly certificate: X509Certificate
  readonly commonName: string
  readonly organizations: readonly string[]
  readonly #notAfter: number
  readonly #trust: CertificateTrust

  constructor(certificate: X509Certificate, trust: CertificateTrust) {
    const { CN, O } = certificate.toLegacyObject().subject as Partial<Record<'CN' | 'O', string | string[]>>
    this.certificate = certificate
    this.commonName = [CN ?? []].flat().at(-1) ?? ''
    this.organizations = [O ?? []].flat()
    this.#notAfter = Date.parse(certificate.validTo)
    this.#trust = trust
  }

  /** TLS has checked that the certificate is valid already; only its end can come during a connection. */
  isValid(): boolean {
    const { authority, isTrusted, clock } = this.#trust
    return authority !== undefined && clock.now() <= this.#notAfter && isTrusted(authority)
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
