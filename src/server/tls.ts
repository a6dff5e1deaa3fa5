import { hostname, networkInterfaces } from 'node:os'
import { adminKubeconfigFile, writeAdminKubeconfig } from '#access/certificates/admin-kubeconfig.js'
import { pkiFile } from '#access/certificates/secret-file.js'
import { ServerCredentials } from '#access/certificates/server-credentials.js'
import { ClientCertificateAuthenticator } from '#access/identity/client-certificate.js'
import type { Listener } from '#http/connection/listener.js'
import { type SecureFront, secureFront } from '#http/connection/secure-server.js'
import { hostInUrl } from '#http/request/host-names.js'
import type { Logger } from '#observe/logger.js'
import type { ProgramConfig, ServerConfig } from './config.js'

/** The authority that a server has made for itself, and what it has issued to the server's owner. */
export interface SelfSignedAuthority {
  /** The digest (SHA-256) by which its certificate is told from others. */
  readonly fingerprint: string
  /** Where its certificate is. */
  readonly caFile: string
  /** Where a kubeconfig is with which everything may be done. */
  readonly adminKubeconfig: string
}

/** What a server needs to encrypt its connections, and to know clients by their certificates. */
export class Tls {
  readonly credentials: ServerCredentials
  /** Undefined when no authority vouches for clients. */
  readonly authenticator: ClientCertificateAuthenticator | undefined
  readonly #dataDir: string
  readonly #logger: Logger

  private constructor(credentials: ServerCredentials, dataDir: string, logger: Logger) {
    this.credentials = credentials
    this.#dataDir = dataDir
    this.#logger = logger
    const { clientCas } = credentials.current
    this.authenticator = clientCas && new ClientCertificateAuthenticator(clientCas)
  }

  /** Rejects with `AccessConfigError`. */
  static async open(config: ServerConfig & ProgramConfig, logger: Logger): Promise<Tls> {
    const credentials = await ServerCredentials.open({ ...config, hosts: hostsOf(config) }, logger)
    return new Tls(credentials, config.dataDir, logger)
  }

  /** What a listener encrypts its connections with. */
  get front(): SecureFront {
    return secureFront(this.credentials.current)
  }

  /** Has a listener show what is current. */
  serve(listener: Listener): void {
    this.credentials.follow((credentials) => {
      listener.replaceCredentials(credentials)
      this.authenticator?.replaceAuthorities(credentials.clientCas ?? [])
    })
  }

  /** Gives the owner of the server access to it. Undefined when there is no authority to vouch for the owner. */
  async admit(address: string, port: number): Promise<SelfSignedAuthority | undefined> {
    const { authority } = this.credentials
    if (authority === undefined) return undefined
    const url = `https://${hostInUrl(reachable(address))}:${port}`
    const write = () => writeAdminKubeconfig(this.#dataDir, url, this.credentials.authority ?? authority)
    await write()
    this.credentials.follow(() => {
      write().catch((err: unknown) => this.#logger.error({ err }, 'the kubeconfig was not renewed'))
    })
    return {
      fingerprint: authority.fingerprint,
      caFile: pkiFile(this.#dataDir, 'ca.crt'),
      adminKubeconfig: adminKubeconfigFile(this.#dataDir),
    }
  }

  close(): void {
    this.credentials.close()
  }
}

const isEveryAddress = (host: string) => host === '0.0.0.0' || host === '::'

/** An address at which this machine reaches what listens at all of its addresses. */
const reachable = (address: string) =>
  isEveryAddress(address) ? (address === '::' ? '::1' : '127.0.0.1') : address

/** The names and addresses by which clients may come to the server. */
function hostsOf({ host, allowedHosts }: ServerConfig): string[] {
  const own = isEveryAddress(host) ? ownAddresses() : [host]
  const named = allowedHosts.filter((name) => name !== '*').map((name) => name.replace(/^\[(.*)\]$/, '$1'))
  return [...new Set(['localhost', '127.0.0.1', '::1', hostname(), ...own, ...named])]
}

/** Addresses that mean this machine on one of its links alone are left out. */
function ownAddresses(): string[] {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  return all.filter(({ address }) => !/^fe80:/i.test(address)).map(({ address }) => address)
}
