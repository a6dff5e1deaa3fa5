import type { ObjectCache } from '#cache/object-cache.js'
import type { Controllers } from '#controllers/controller.js'
import type { Logger, LogLevel } from '#observe/logger.js'
import type { KindRegistry } from '#registry/kind-registry.js'
import type { ResourceStores } from '#registry/stores.js'
import type { Storage } from '#storage/contract.js'
import type { TimerClock } from '#util/clock.js'
import type { SelfSignedAuthority } from './identity/tls.js'

/** A running server. It is disposable: `await using server = await createServer()`. */
export interface RunningServer extends AsyncDisposable {
  /** The URL, with the actual port. */
  readonly url: string
  /**
   * The actual port.
   *
   * @example
   * const { port } = await createServer({ port: 0 })
   */
  readonly port: number
  /**
   * Resolves when the server has closed, whatever made it close. Never rejects.
   *
   * @example
   * const server = await createServer({ signal: AbortSignal.timeout(60_000) })
   * await server.closed
   */
  readonly closed: Promise<void>
  /** The self-signed authority; undefined without `selfSigned`. */
  readonly selfSignedAuthority: SelfSignedAuthority | undefined
  /**
   * Changes the lowest level that is logged.
   *
   * @example
   * server.setLogLevel('debug')
   */
  setLogLevel(level: LogLevel): void
  /**
   * Opens the access log again, after another program has moved it away. Rejects if it cannot be opened.
   *
   * @example
   * await rename('access.log', 'access.log.1')
   * await server.reopenLogs()
   */
  reopenLogs(): Promise<void>
  /**
   * Reads the file of `encryptionConfig` again. Rejects if it is invalid; the server then encrypts as before.
   *
   * @example
   * await writeFile('encryption.yaml', withNewKey)
   * await server.reloadEncryption()
   */
  reloadEncryption(): Promise<void>
  /** Resolves when all effects of previous writes, such as cascading deletions, are done. */
  settled(): Promise<void>
  /**
   * Stops listening, finishes pending requests within the grace period, closes the store. Further calls return the
   * same promise. The log says the reason.
   *
   * @example
   * process.once('SIGTERM', () => server.close('SIGTERM'))
   */
  close(reason?: string): Promise<void>
  /**
   * The same as `close`.
   *
   * @example
   * await using server = await createServer({ storage: 'memory', port: 0 })
   */
  [Symbol.asyncDispose](): Promise<void>
}

/** The parts of a running server that the test server works with. */
export interface ServerParts {
  readonly storage: Storage
  readonly cache: ObjectCache
  readonly kinds: KindRegistry
  readonly stores: ResourceStores
  readonly clock: TimerClock
  readonly logger: Logger
  readonly controllers: Controllers
}
