import { StorageUnavailable, type StoreHealth, StoreReadOnly } from '#storage/contract.js'
import type { EtcdClient } from './client.js'
import { readFailure } from './etcd-errors.js'
import type { Reader } from './reader.js'

const PROBE_INTERVAL_MS = 1000
const PROBE_TIMEOUT_MS = 2000

/** Probes etcd periodically: detecting a failure needs no write. */
export class Health {
  readonly #client: EtcdClient
  readonly #reader: Reader
  #trouble: string | undefined
  /** In bytes, as of the last probe. */
  databaseSize = 0
  #timer: NodeJS.Timeout | undefined
  #stopped = false

  constructor(client: EtcdClient, reader: Reader) {
    this.#client = client
    this.#reader = reader
  }

  start(): void {
    this.#timer = setTimeout(() => this.#probe(), PROBE_INTERVAL_MS)
    this.#timer.unref()
  }

  stop(): void {
    this.#stopped = true
    clearTimeout(this.#timer)
  }

  report(): StoreHealth {
    return this.#trouble === undefined ? { writable: true } : { writable: false, reason: this.#trouble }
  }

  /** Records a failed write; the next successful probe clears it. */
  failed(error: unknown): void {
    if (error instanceof StorageUnavailable && !(error instanceof StoreReadOnly))
      this.#trouble = error.message
  }

  async #probe(): Promise<void> {
    this.#trouble = await this.#findTrouble()
    if (!this.#stopped) this.start()
  }

  async #findTrouble(): Promise<string | undefined> {
    try {
      // Needs a quorum.
      await this.#reader.currentRevision(PROBE_TIMEOUT_MS)
      const { errors, dbSize } = await this.#client.status(PROBE_TIMEOUT_MS)
      this.databaseSize = dbSize
      return errors.length === 0 ? undefined : `etcd: ${errors.join(', ').trim()}`
    } catch (error) {
      const failure = readFailure(error)
      return failure instanceof Error ? failure.message : String(failure)
    }
  }
}
