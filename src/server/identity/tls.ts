import { X509Certificate } from 'node:crypto'
import { hostname, networkInterfaces } from 'node:os'
import { adminKubeconfigFile, writeAdminKubeconfig } from '#access/certificates/admin-kubeconfig.js'
import { pkiFile } from '#access/certificates/secret-file.js'
import { ServerCredentials } from '#access/certificates/server-credentials.js'
import { SharedAuthority } from '#access/certificates/shared-authority.js'
import { tlsProtocolOf } from '#access/certificates/tls-protocol.js'
import { CertificateVerifier } from '#access/identity/certificate-verifier.js'
import type { Listener } from '#http/connection/listener.js'
import { type SecureFront, secureFront, type TlsProtocol } from '#http/connection/secure-server.js'
import { hostInUrl } from '#http/request/host-names.js'
import type { Logger } from '#observe/logger.js'
import type { MetricsRegistry } from '#observe/metrics.js'
import type { ServerSecrets } from '#registry/server-secrets.js'
import type { ProgramConfig, ServerConfig } from '#server/config.js'
import type { Clock } from '#util/clock.js'
import { rootOf } from './root-ca.js'

/** The self-signed authority of a server, and the owner's kubeconfig. */
export interface SelfSignedAuthority {
  /** The SHA-256 fingerprint of its certificate. */
  readonly fingerprint: string
  /** The path of its certificate. */
  readonly caFile: string
  /** The path of the administrator's kubeconfig. */
  readonly adminKubeconfig: string
}

/** The TLS credentials of a server, and the verifiers of client certificates. */
export class Tls {
  readonly credentials: ServerCredentials
  /** Verifies the certificates of users; undefined without their CAs. */
  readonly users: CertificateVerifier | undefined
  /** Verifies the certificates of front proxies; undefined without their CAs. */
  readonly proxies: CertificateVerifier | undefined
  readonly #dataDir: string
  readonly #protocol: TlsProtocol
  readonly #logger: Logger

  private constructor(credentials: ServerCredentials, config: ServerConfig, logger: Logger, clock: Clock) {
    this.credentials = credentials
    this.#dataDir = config.dataDir
    this.#protocol = tlsProtocolOf(config)
    this.#logger = logger
    const { userCas, proxyCas } = credentials.current
    this.users = userCas.length === 0 ? undefined : new CertificateVerifier(userCas, clock)
    this.proxies = proxyCas.length === 0 ? undefined : new CertificateVerifier(proxyCas, clock)
  }

  /**
   * The clock is for the expiry of client certificates. The server's own certificate has system times, because
   * clients check it by theirs. Rejects with `AccessConfigError`.
   */
  static async open(
    config: ServerConfig & ProgramConfig,
    secrets: ServerSecrets,
    logger: Logger,
    clock: Clock,
  ): Promise<Tls> {
    const { storage, tlsSelfSigned, identityKeyFile } = config
    const isOnEtcd = storage === 'etcd' && tlsSelfSigned
    const sharedAuthority = isOnEtcd && identityKeyFile !== '' ? new SharedAuthority(secrets) : undefined
    if (isOnEtcd && sharedAuthority === undefined) {
      logger.warn(
        {},
        'this server has a certificate authority of its own; with --identity-key-file all servers on this etcd share one',
      )
    }
    const options = { ...config, hosts: hostsOf(config), sharedAuthority }
    const credentials = await ServerCredentials.open(options, logger)
    return new Tls(credentials, config, logger, clock)
  }

  /** What clients in pods trust, in PEM; empty if the server knows no CA of its certificate. */
  get rootCa(): string {
    const { authority, current } = this.credentials
    return authority?.cert ?? rootOf(current)
  }

  /** Creates the TLS server of a listener. */
  get front(): SecureFront {
    return secureFront(this.credentials.current, this.#protocol)
  }

  /** Keeps the certificate of a listener up to date. */
  serve(listener: Listener): void {
    this.credentials.follow((credentials) => {
      listener.replaceCredentials(credentials)
      this.users?.replaceAuthorities(credentials.userCas)
      this.proxies?.replaceAuthorities(credentials.proxyCas)
    })
  }

  /** Calls the listener when the CAs of users and front proxies may have changed. */
  follow(listener: () => void): void {
    this.credentials.follow(listener)
  }

  /** Writes the administrator's kubeconfig. Undefined without a self-signed authority. */
  async admit(address: string, port: number): Promise<SelfSignedAuthority | undefined> {
    const { authority } = this.credentials
    if (authority === undefined) return undefined
    const url = `https://${hostInUrl(reachable(address))}:${port}`
    const write = () => writeAdminKubeconfig(this.#dataDir, url, this.credentials.authority ?? authority)
    await write()
    this.credentials.follow(() => {
      write().catch((err: unknown) => this.#logger.error({ err }, 'renewing the kubeconfig failed'))
    })
    return {
      fingerprint: authority.fingerprint,
      caFile: pkiFile(this.#dataDir, 'ca.crt'),
      adminKubeconfig: adminKubeconfigFile(this.#dataDir),
    }
  }

  /** Registers when the certificate expires. */
  measure(metrics: MetricsRegistry): void {
    metrics.read(
      'binnacle_tls_certificate_expiry_timestamp_seconds',
      'End of the serving certificate, in seconds since 1970.',
      'gauge',
      () => Date.parse(new X509Certificate(this.credentials.current.cert).validTo) / 1000,
    )
  }

  close(): void {
    this.credentials.close()
  }
}

const isEveryAddress = (host: string) => host === '0.0.0.0' || host === '::'

/** A local address of a server that listens on all addresses. */
const reachable = (address: string) =>
  isEveryAddress(address) ? (address === '::' ? '::1' : '127.0.0.1') : address

/** The hosts of the certificate. */
function hostsOf({ host, allowedHosts }: ServerConfig): string[] {
  const own = isEveryAddress(host) ? ownAddresses() : [host]
  const named = allowedHosts.filter((name) => name !== '*').map((name) => name.replace(/^\[(.*)\]$/, '$1'))
  return [...new Set(['localhost', '127.0.0.1', '::1', hostname(), ...own, ...named])]
}

/** Without link-local addresses. */
function ownAddresses(): string[] {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  return all.filter(({ address }) => !/^fe80:/i.test(address)).map(({ address }) => address)
}
