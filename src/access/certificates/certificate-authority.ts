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
/** Client clocks may be behind. */
const CLOCK_SKEW_MS = 60 * 60_000

/** A certificate and its private key, in PEM. */
export interface IssuedCertificate {
  readonly cert: string
  readonly key: string
}

/** A certificate authority. */
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

  /** Throws if certificate and key do not match. */
  static of({ cert, key }: IssuedCertificate, clock: Clock = systemClock): CertificateAuthority {
    const signingKey = signingKeyOf(key)
    if (!new X509Certificate(cert).publicKey.equals(signingKey.publicKey)) {
      throw new Error('the CA certificate does not match the key')
    }
    return new CertificateAuthority(cert, signingKey, clock)
  }

  /** A new CA certificate for a key. Certificates issued before under this key stay valid. */
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

  /** For people to compare. */
  get fingerprint(): string {
    return new X509Certificate(this.cert).fingerprint256
  }

  issueServer(hosts: readonly string[]): IssuedCertificate {
    const [key, publicKey] = newKey()
    const cert = this.#issue({ subject: { commonName: 'binnacle' }, publicKey, purpose: 'server', hosts })
    return { cert, key }
  }

  /** Issues a client certificate. */
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

/** A new private key in PEM, and its public key. */
export function newKey(): [pem: string, publicKey: KeyObject] {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return [privateKey.export({ type: 'pkcs8', format: 'pem' }) as string, publicKey]
}

/** Whether less than a third of the validity is left. */
export function isDueForRenewal(cert: string, clock: Clock = systemClock): boolean {
  const { validFrom, validTo } = new X509Certificate(cert)
  const [from, to] = [Date.parse(validFrom), Date.parse(validTo)]
  return to - clock.now() < (to - from) / 3
}

function signingKeyOf(pem: string): SigningKey {
  const privateKey = createPrivateKey(pem)
  return { privateKey, publicKey: createPublicKey(privateKey) }
}

/** The name includes a key id. */
function authorityName(publicKey: KeyObject) {
  return { commonName: `binnacle-ca-${keyId(publicKey).toString('hex').slice(0, 8)}` }
}

function validity(clock: Clock, days: number) {
  const now = clock.now()
  return { notBefore: new Date(now - CLOCK_SKEW_MS), notAfter: new Date(now + days * DAY_MS) }
}
