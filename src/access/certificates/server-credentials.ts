import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createSecureContext } from 'node:tls'
import { AccessConfigError } from '#access/config.js'
import { readCertificates } from '#access/identity/certificate-verifier.js'
import { WatchedFile } from '#access/watched-file.js'
import type { TlsCredentials } from '#http/connection/secure-server.js'
import type { Logger } from '#observe/logger.js'
import { type Clock, systemClock } from '#util/clock.js'
import type { CertificateAuthority } from './certificate-authority.js'
import type { SharedAuthority } from './shared-authority.js'
import type { TlsConfig } from './tls-config.js'

/** How often self-signed certificates are checked for renewal. */
const RENEWAL_INTERVAL_MS = 60 * 60_000

/** How long before its end the log warns of a certificate that nobody renews. */
const WARNING_MS = 14 * 24 * 60 * 60_000
const WARNING_INTERVAL_MS = 24 * 60 * 60_000

/** The source of the server certificate. */
export interface CredentialOptions extends TlsConfig {
  readonly dataDir: string
  /** The hosts of a self-signed certificate. */
  readonly hosts: readonly string[]
  /** The self-signed authority that servers share; undefined if each has its own. */
  readonly sharedAuthority?: SharedAuthority | undefined
}

/** Credentials with the client CAs by their use. */
export interface CurrentCredentials extends TlsCredentials {
  /** The CAs of users, in PEM; empty for none. */
  readonly userCas: readonly string[]
  /** The CAs of front proxies, in PEM; empty for none. */
  readonly proxyCas: readonly string[]
}

/** The current server credentials: reloads files, renews certificates. */
export class ServerCredentials {
  readonly #options: CredentialOptions
  readonly #logger: Logger
  readonly #clock: Clock
  readonly #listeners: ((credentials: CurrentCredentials) => void)[] = []
  readonly #files: WatchedFile[] = []
  #renewal: NodeJS.Timeout | undefined
  #warning: NodeJS.Timeout | undefined
  #current: CurrentCredentials = { cert: '', key: '', userCas: [], proxyCas: [] }
  /** The self-signed authority; undefined if certificates come from files. */
  #authority: CertificateAuthority | undefined

  private constructor(options: CredentialOptions, logger: Logger, clock: Clock) {
    this.#options = options
    this.#logger = logger
    this.#clock = clock
  }

  /** Rejects with `AccessConfigError`. */
  static async open(
    options: CredentialOptions,
    logger: Logger,
    clock: Clock = systemClock,
  ): Promise<ServerCredentials> {
    const credentials = new ServerCredentials(options, logger, clock)
    await credentials.#start()
    return credentials
  }

  get current(): CurrentCredentials {
    return this.#current
  }

  get authority(): CertificateAuthority | undefined {
    return this.#authority
  }

  /** Calls the listener with new credentials. */
  follow(listener: (credentials: CurrentCredentials) => void): void {
    this.#listeners.push(listener)
  }

  close(): void {
    for (const file of this.#files) file.close()
    clearInterval(this.#renewal)
    clearInterval(this.#warning)
  }

  /** Reloads everything. Invalid credentials are logged, and the previous ones stay. */
  async refresh(): Promise<void> {
    try {
      const next = await this.#read()
      if (isSame(next, this.#current)) return
      this.#current = next
      for (const listener of this.#listeners) listener(next)
      this.#logger.info({}, 'reloaded the server certificate')
      this.#warnOfEnd()
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      this.#logger.warn({ reason }, 'reloading the server certificate failed')
    }
  }

  async #start(): Promise<void> {
    const { tlsCertFile, tlsKeyFile, clientCaFile, requestHeaderClientCaFile, tlsSelfSigned } = this.#options
    this.#current = await this.#read()
    const refresh = () => void this.refresh()
    for (const path of [tlsCertFile, tlsKeyFile, clientCaFile, requestHeaderClientCaFile]) {
      // A missing file is read when it is back.
      if (path !== '') this.#files.push(await WatchedFile.open(path, refresh, () => undefined))
    }
    if (tlsSelfSigned) this.#renewal = setInterval(refresh, RENEWAL_INTERVAL_MS).unref()
    this.#warnOfEnd()
    this.#warning = setInterval(() => this.#warnOfEnd(), WARNING_INTERVAL_MS).unref()
  }

  /** Self-signed certificates are renewed long before. */
  #warnOfEnd(): void {
    const { validTo: end } = new X509Certificate(this.#current.cert)
    const left = Date.parse(end) - this.#clock.now()
    if (left <= 0) this.#logger.error({ end }, 'the certificate of the server has expired')
    else if (left < WARNING_MS) this.#logger.warn({ end }, 'the certificate of the server expires soon')
  }

  async #read(): Promise<CurrentCredentials> {
    const { clientCaFile, clientCa, requestHeaderClientCaFile: proxyCaFile, tlsSelfSigned } = this.#options
    const given = clientCa === undefined ? [] : [clientCa]
    if (clientCaFile !== '') given.push(await readPem('--client-ca-file', clientCaFile))
    const { cert, key } = await (tlsSelfSigned ? this.#readOwn() : this.#readGiven())
    // Certificates of the self-signed authority come from the server's owner.
    const userCas = this.#authority === undefined ? given : [...given, this.#authority.cert]
    const proxyCas = proxyCaFile === '' ? [] : [await readPem('--requestheader-client-ca-file', proxyCaFile)]
    checkCredentials({ cert, key }, this.#options)
    checkAuthorities(userCas, this.#options.clientCaFile || 'the authority of clients')
    checkAuthorities(proxyCas, proxyCaFile)
    const clientCas = [...userCas, ...proxyCas]
    return { cert, key, clientCas: clientCas.length === 0 ? undefined : clientCas, userCas, proxyCas }
  }

  async #readOwn(): Promise<TlsCredentials> {
    const { dataDir, hosts, sharedAuthority } = this.#options
    try {
      // The certificate library takes a while to load.
      const { SelfSigned } = await import('./self-signed.js')
      const own = new SelfSigned(dataDir, this.#clock, sharedAuthority)
      this.#authority = await own.authority()
      return await own.server(this.#authority, hosts)
    } catch (error) {
      if (error instanceof AccessConfigError) throw error
      throw new AccessConfigError(`the certificates in ${dataDir} cannot be used: ${reasonOf(error)}`)
    }
  }

  async #readGiven(): Promise<TlsCredentials> {
    const { tlsCertFile, tlsKeyFile, tlsCert, tlsKey } = this.#options
    return {
      cert: tlsCert ?? (await readPem('--tls-cert-file', tlsCertFile)),
      key: tlsKey ?? (await readPem('--tls-key-file', tlsKeyFile)),
    }
  }
}

function checkCredentials(
  { cert, key }: TlsCredentials,
  { tlsCertFile, tlsKeyFile }: CredentialOptions,
): void {
  try {
    // A file that is being written may be empty, which a context would accept.
    readCertificates([cert])
    createPrivateKey(key)
    createSecureContext({ cert, key })
  } catch (error) {
    const names = tlsCertFile === '' ? 'the certificate and its key' : `${tlsCertFile} and ${tlsKeyFile}`
    throw new AccessConfigError(`${names} cannot be used together: ${reasonOf(error)}`)
  }
}

function checkAuthorities(authorities: readonly string[], name: string): void {
  try {
    if (authorities.length > 0) readCertificates(authorities)
  } catch (error) {
    throw new AccessConfigError(`${name} cannot be used: ${reasonOf(error)}`)
  }
}

async function readPem(flag: string, path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    throw new AccessConfigError(`${flag} cannot be read: ${reasonOf(error)}`)
  }
}

function isSame(one: CurrentCredentials, other: CurrentCredentials): boolean {
  const isSameServer = one.cert === other.cert && one.key === other.key
  const isSameList = (key: 'userCas' | 'proxyCas') => String(one[key]) === String(other[key])
  return isSameServer && isSameList('userCas') && isSameList('proxyCas')
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
