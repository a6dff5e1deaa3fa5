import { X509Certificate } from 'node:crypto'
import { dirname } from 'node:path'
import { type Clock, systemClock } from '#util/clock.js'
import {
  CertificateAuthority,
  type IssuedCertificate,
  isDueForRenewal,
  newKey,
} from './certificate-authority.js'
import { type PkiFile, pkiFile, readIfPresent, writeSecret, writeSecretOnce } from './secret-file.js'
import type { SharedAuthority } from './shared-authority.js'

/** The self-signed authority of a server and its certificate, in the data folder. */
export class SelfSigned {
  readonly #dataDir: string
  readonly #clock: Clock
  /** Undefined if no other server has the same authority. */
  readonly #shared: SharedAuthority | undefined

  constructor(dataDir: string, clock: Clock = systemClock, shared?: SharedAuthority) {
    this.#dataDir = dataDir
    this.#clock = clock
    this.#shared = shared
  }

  /** The authority, created on first use. Its certificate is renewed before it expires; its key stays. */
  async authority(): Promise<CertificateAuthority> {
    if (this.#shared !== undefined) await this.#takeOver(this.#shared)
    const cert = await readIfPresent(this.#file('ca.crt'))
    const key = await readIfPresent(this.#file('ca.key'))
    if (key === undefined && cert !== undefined) {
      throw new Error(
        `${this.#file('ca.crt')} exists without its key; restore the key, or remove both to start anew`,
      )
    }
    return this.#authorityOf(key ?? (await writeSecretOnce(this.#file('ca.key'), newKey()[0])), cert)
  }

  /** The files become those of the shared authority. If there is none yet, that of the files is shared. */
  async #takeOver(shared: SharedAuthority): Promise<void> {
    const cert = await readIfPresent(this.#file('ca.crt'))
    const key = await readIfPresent(this.#file('ca.key'))
    const agreed = await shared.agree(() =>
      key === undefined ? this.#newAuthority() : this.#newAuthority(key, cert),
    )
    if (key !== undefined && key !== agreed.key) {
      throw new Error(
        `${this.#file('ca.key')} is another authority than the one that the servers on this store share; ` +
          `remove ${dirname(this.#file('ca.key'))} to use that one`,
      )
    }
    if (key === undefined) await writeSecret(this.#file('ca.key'), agreed.key)
    if (cert !== agreed.cert) await writeSecret(this.#file('ca.crt'), agreed.cert)
  }

  #newAuthority(key = newKey()[0], cert = CertificateAuthority.certify(key, this.#clock)): IssuedCertificate {
    return { cert, key }
  }

  async #authorityOf(key: string, cert: string | undefined): Promise<CertificateAuthority> {
    if (cert !== undefined && !isDueForRenewal(cert, this.#clock)) {
      return CertificateAuthority.of({ cert, key }, this.#clock)
    }
    const renewed = CertificateAuthority.certify(key, this.#clock)
    await writeSecret(this.#file('ca.crt'), renewed)
    await this.#shared?.renew({ cert: renewed, key })
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
