import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  X509Certificate,
} from 'node:crypto'
import { type Clock, systemClock } from '#util/clock.js'
import { issueCertificate, keyId, type SigningKey } from './certificate.js'

const DAY_MS = 24 * 60 * 60_000
const AUTHORITY_DAYS = 3650
export const CERTIFICATE_DAYS = 365
/** Clocks of clients may be behind ours. */
const CLOCK_SKEW_MS = 60 * 60_000

/** A certificate and the key of its subject, both in PEM. */
export interface IssuedCertificate {
  readonly cert: string
  readonly key: string
}

/** Issues certificates that clients trust who know the certificate of the authority. */
export class CertificateAuthority {
  /** In PEM. */
  readonly cert: string
  readonly #key: SigningKey
  readonly #clock: Clock

  private constructor(cert: string, key: SigningKey, clock: Clock) {
    this.cert = cert
    this.#key = key
    this.#clock = clock
  }

  /** Throws when the certificate is not one of this key. */
  static of({ cert, key }: IssuedCertificate, clock: Clock = systemClock): CertificateAuthority {
    const signingKey = signingKeyOf(key)
    if (!new X509Certificate(cert).publicKey.equals(signingKey.publicKey)) {
      throw new Error('the certificate of the authority belongs to another key')
    }
    return new CertificateAuthority(cert, signingKey, clock)
  }

  /**
   * A certificate for an authority with this key. Certificates that were issued under the key before are as good under
   * this one.
   */
  static certify(key: string, clock: Clock = systemClock): string {
    const signingKey = signingKeyOf(key)
    const name = authorityName(signingKey.publicKey)
    return issueCertificate(
      {
        subject: name,
        issuer: name,
        publicKey: signingKey.publicKey,
        ...validity(clock, AUTHORITY_DAYS),
        purpose: 'authority',
      },
      signingKey,
    )
  }

  /** As it is told to people, who compare it with what they were told before. */
  get fingerprint(): string {
    return new X509Certificate(this.cert).fingerprint256
  }

  issueServer(hosts: readonly string[]): IssuedCertificate {
    const [key, publicKey] = newKey()
    const cert = this.#issue({ subject: { commonName: 'binnacle' }, publicKey, purpose: 'server', hosts })
    return { cert, key }
  }

  /** For a user in groups. */
  issueClient(user: string, groups: readonly string[], days = CERTIFICATE_DAYS): IssuedCertificate {
    const [key, publicKey] = newKey()
    const subject = { commonName: user, organizations: groups }
    return { cert: this.#issue({ subject, publicKey, purpose: 'client' }, days), key }
  }

  #issue(
    content: Pick<Parameters<typeof issueCertificate>[0], 'subject' | 'publicKey' | 'purpose' | 'hosts'>,
    days = CERTIFICATE_DAYS,
  ): string {
    const issuer = authorityName(this.#key.publicKey)
    return issueCertificate({ ...content, issuer, ...validity(this.#clock, days) }, this.#key)
  }
}

/** A new key in PEM, and its public half. */
export function newKey(): [pem: string, publicKey: KeyObject] {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return [privateKey.export({ type: 'pkcs8', format: 'pem' }) as string, publicKey]
}

/** Whether less than a third of its time is left to a certificate, or its time is over. */
export function isDueForRenewal(cert: string, clock: Clock = systemClock): boolean {
  const { validFrom, validTo } = new X509Certificate(cert)
  const [from, to] = [Date.parse(validFrom), Date.parse(validTo)]
  return to - clock.now() < (to - from) / 3
}

function signingKeyOf(pem: string): SigningKey {
  const privateKey = createPrivateKey(pem)
  return { privateKey, publicKey: createPublicKey(privateKey) }
}

/** Authorities with different keys have different names. */
function authorityName(publicKey: KeyObject) {
  return { commonName: `binnacle-ca-${keyId(publicKey).toString('hex').slice(0, 8)}` }
}

function validity(clock: Clock, days: number) {
  const now = clock.now()
  return { notBefore: new Date(now - CLOCK_SKEW_MS), notAfter: new Date(now + days * DAY_MS) }
}
