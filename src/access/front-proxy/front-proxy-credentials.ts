import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createSecureContext } from 'node:tls'
import {
  CertificateAuthority,
  type IssuedCertificate,
  newKey,
} from '#access/certificates/certificate-authority.js'
import { AccessConfigError } from '#access/config.js'
import { SECRET, type ServerSecrets } from '#registry/server-secrets.js'
import { lazy } from '#util/memoize.js'
import { FRONT_PROXY_NAME } from './own-proxy.js'
import type { ProxyClientConfig } from './proxy-client-config.js'

export type ProxyCertificate = IssuedCertificate

/** The certificate with which this server passes requests on in the name of their users. */
export class FrontProxyCredentials {
  readonly #config: ProxyClientConfig
  readonly #secrets: ServerSecrets
  #current: ProxyCertificate | undefined
  #renewAt = 0
  #issuing: Promise<ProxyCertificate> | undefined
  readonly #authority = lazy(async () => {
    const secret = await this.#secrets.get(SECRET.frontProxy, newAuthority)
    return JSON.parse(secret.toString()) as IssuedCertificate
  })

  /** Rejects with `AccessConfigError`. */
  static async open(config: ProxyClientConfig, secrets: ServerSecrets): Promise<FrontProxyCredentials> {
    const credentials = new FrontProxyCredentials(config, secrets)
    if (credentials.#isConfigured) await credentials.current()
    return credentials
  }

  private constructor(config: ProxyClientConfig, secrets: ServerSecrets) {
    this.#config = config
    this.#secrets = secrets
  }

  get #isConfigured(): boolean {
    return this.#config.proxyClientCertFile !== ''
  }

  /** The same object until it is renewed. Rejects with `AccessConfigError`. */
  async current(): Promise<ProxyCertificate> {
    if (this.#isConfigured) {
      const next = await this.#read()
      if (next.cert !== this.#current?.cert || next.key !== this.#current.key) this.#current = next
      return this.#current
    }
    // One for all that wait.
    if (this.#current === undefined || Date.now() > this.#renewAt) {
      this.#issuing ??= this.#issue().finally(() => {
        this.#issuing = undefined
      })
      this.#current = await this.#issuing
    }
    return this.#current
  }

  /** The CA that other servers have to trust, in PEM; empty if the certificate comes from elsewhere. */
  async authority(): Promise<string> {
    return this.#isConfigured ? '' : (await this.#authority()).cert
  }

  async #issue(): Promise<ProxyCertificate> {
    const authority = CertificateAuthority.of(await this.#authority())
    const issued = authority.issueClient(FRONT_PROXY_NAME, [])
    this.#renewAt = renewalOf(issued.cert)
    return issued
  }

  /** The files are small, and renewed ones count at once. While they do not match, the last ones that did count. */
  async #read(): Promise<ProxyCertificate> {
    const { proxyClientCertFile, proxyClientKeyFile } = this.#config
    try {
      const [cert, key] = await Promise.all([
        readFile(proxyClientCertFile, 'utf8'),
        readFile(proxyClientKeyFile, 'utf8'),
      ])
      if (cert !== this.#current?.cert || key !== this.#current.key) createSecureContext({ cert, key })
      return { cert, key }
    } catch (error) {
      if (this.#current !== undefined) return this.#current
      const { message } = error as Error
      throw new AccessConfigError(`the certificate of the front proxy cannot be used: ${message}`)
    }
  }
}

/** When two thirds of the validity are over. */
function renewalOf(cert: string): number {
  const { validFrom, validTo } = new X509Certificate(cert)
  const [from, to] = [Date.parse(validFrom), Date.parse(validTo)]
  return from + ((to - from) * 2) / 3
}

function newAuthority(): Buffer {
  const [key] = newKey()
  return Buffer.from(JSON.stringify({ cert: CertificateAuthority.certify(key), key }))
}
