import { X509Certificate } from 'node:crypto'
import { type Clock, systemClock } from '#util/clock.js'
import {
  CertificateAuthority,
  type IssuedCertificate,
  isDueForRenewal,
  newKey,
} from './certificate-authority.js'
import { type PkiFile, pkiFile, readIfPresent, writeSecret, writeSecretOnce } from './secret-file.js'

/** The self-signed authority of a server and its certificate, in the data folder. */
export class SelfSigned {
  readonly #dataDir: string
  readonly #clock: Clock

  constructor(dataDir: string, clock: Clock = systemClock) {
    this.#dataDir = dataDir
    this.#clock = clock
  }

  /** The authority, created on first use. Its certificate is renewed before it expires; its key stays. */
  async authority(): Promise<CertificateAuthority> {
    const cert = await readIfPresent(this.#file('ca.crt'))
    const key = await readIfPresent(this.#file('ca.key'))
    if (key === undefined && cert !== undefined) {
      throw new Error(
        `${this.#file('ca.crt')} exists without its key; restore the key, or remove both to start anew`,
      )
    }
    return this.#authorityOf(key ?? (await writeSecretOnce(this.#file('ca.key'), newKey()[0])), cert)
  }

  async #authorityOf(key: string, cert: string | undefined): Promise<CertificateAuthority> {
    if (cert !== undefined && !isDueForRenewal(cert, this.#clock)) {
      return CertificateAuthority.of({ cert, key }, this.#clock)
    }
    const renewed = CertificateAuthority.certify(key, this.#clock)
    await writeSecret(this.#file('ca.crt'), renewed)
    return CertificateAuthority.of({ cert: renewed, key }, this.#clock)
  }

  /** The authority; undefined if it does not exist yet. */
  async existingAuthority(): Promise<CertificateAuthority | undefined> {
    const isThere = (await readIfPresent(this.#file('ca.key'))) !== undefined
    return isThere ? this.authority() : undefined
  }

  /** The server certificate. It is reissued before it expires, and for new hosts. */
  async server(authority: CertificateAuthority, hosts: readonly string[]): Promise<IssuedCertificate> {
    const file = this.#file('server.pem')
    const present = await readIfPresent(file)
    if (present !== undefined && this.#isUsable(present, authority, hosts))
      return { cert: present, key: present }
    const { cert, key } = authority.issueServer(hosts)
    const issued = cert + key
    await writeSecret(file, issued)
    return { cert: issued, key: issued }
  }

  #isUsable(pem: string, authority: CertificateAuthority, hosts: readonly string[]): boolean {
    try {
      const certificate = new X509Certificate(pem)
      return (
        !isDueForRenewal(pem, this.#clock) &&
        certificate.verify(new X509Certificate(authority.cert).publicKey) &&
        hosts.every((host) => certificate.checkHost(host) ?? certificate.checkIP(host))
      )
    } catch {
      // An unreadable certificate is reissued.
      return false
    }
  }

  #file(name: PkiFile): string {
    return pkiFile(this.#dataDir, name)
  }
}
