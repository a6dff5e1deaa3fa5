import {
  decodeReadOnly,
  encodeReadOnly,
  READ_ONLY_KEY,
  type ReadOnlyState,
  readOnlyError,
  readOnlyReason,
  readOnlyStateOf,
} from '#backup/migration/read-only-state.js'
import type { ObjectCache } from '#cache/object-cache.js'
import { ApiError } from '#meta/api-error.js'
import type { Logger } from '#observe/logger.js'
import type { MetricsRegistry } from '#observe/metrics.js'
import { storageApiError } from '#registry/storage-errors.js'
import type { Operation, Revision, Storage, StoredValue } from '#storage/contract.js'
import type { TimerClock } from '#util/clock.js'
import type { WriteGate } from './write-gate.js'

export interface ReadOnlyDependencies {
  /** The store behind the gate. */
  readonly storage: Storage
  readonly gate: WriteGate
  readonly cache: ObjectCache
  readonly metrics: MetricsRegistry
  readonly clock: TimerClock
  readonly logger: Logger
}

/** After a failed attempt to end an expired state. */
const RETRY_MS = 1000

/**
 * Makes a store read-only and writable again. The state is a record in the store, so that all its servers know it, and it
 * survives a restart. Engines with several writers reject writes while the record exists; here it only comes sooner.
 */
export class ReadOnlyMode {
  readonly #dependencies: ReadOnlyDependencies
  #stored: StoredValue | undefined
  #cancelExpiry: () => void = () => undefined
  #isClosed = false

  constructor(dependencies: ReadOnlyDependencies) {
    this.#dependencies = dependencies
    const { cache, metrics } = dependencies
    cache.onRecordChange(READ_ONLY_KEY, () => this.#look())
    metrics.read('binnacle_store_read_only', '1 while the store rejects writes.', 'gauge', () =>
      this.state === undefined ? 0 : 1,
    )
  }

  /** Applies the state of the store. A short phase ends with the process that served it. */
  async start(): Promise<void> {
    this.#look()
    const { storage } = this.#dependencies
    if (storage.isOnlyWriter && this.state?.until !== undefined) await this.#expire()
  }

  /** Undefined while the store is writable. */
  get state(): ReadOnlyState | undefined {
    return readOnlyStateOf(this.#stored)
  }

  currentRevision(): Promise<Revision> {
    return this.#dependencies.storage.currentRevision()
  }

  /** For the health checks. */
  note(): string | undefined {
    return this.state && readOnlyReason(this.state)
  }

  /**
   * Makes the store read-only for some time, instead of anybody else who did. Resolves with a revision that every
   * acknowledged write precedes. Rejects with an `ApiError` if it is read-only for good.
   */
  async begin(id: string, seconds: number): Promise<Revision> {
    const { storage, gate, clock } = this.#dependencies
    const stored = await storage.get(READ_ONLY_KEY)
    const state = readOnlyStateOf(stored)
    if (state !== undefined && state.until === undefined) throw heldByAnother(state)
    const now = clock.now()
    const next = { id, since: now, until: now + seconds * 1000, movedTo: undefined }
    gate.shut(() => readOnlyError(next))
    try {
      await gate.drained()
      return await this.#write(next, stored)
    } catch (error) {
      this.#look()
      throw error
    }
  }

  /** Makes that time longer. Rejects with an `ApiError` if the store has been writable since `begin`. */
  async extend(id: string, seconds: number): Promise<Revision> {
    const { stored, state } = await this.#heldBy(id)
    if (state.until === undefined) throw heldByAnother(state)
    return this.#write({ ...state, until: this.#dependencies.clock.now() + seconds * 1000 }, stored)
  }

  /** Makes the store read-only for good. Rejects with an `ApiError` if it has been writable since `begin`. */
  async move(id: string, movedTo: string): Promise<Revision> {
    const { stored } = await this.#heldBy(id)
    return this.#write({ id, since: this.#dependencies.clock.now(), until: undefined, movedTo }, stored)
  }

  /** Makes the store writable. With an id, only if the state is of it and not for good. */
  async end(id: string | undefined): Promise<void> {
    const stored = await this.#dependencies.storage.get(READ_ONLY_KEY)
    const state = readOnlyStateOf(stored)
    if (stored === undefined || state === undefined) return
    if (id !== undefined && (state.id !== id || state.movedTo !== undefined)) throw heldByAnother(state)
    await this.#commit({ type: 'delete', key: READ_ONLY_KEY, expected: stored.revision })
  }

  close(): void {
    this.#isClosed = true
    this.#cancelExpiry()
  }

  async #heldBy(id: string): Promise<{ readonly stored: StoredValue; readonly state: ReadOnlyState }> {
    const stored = await this.#dependencies.storage.get(READ_ONLY_KEY)
    if (stored === undefined) throw noLongerReadOnly()
    const state = decodeReadOnly(stored.value)
    if (state.id !== id) throw heldByAnother(state)
    return { stored, state }
  }

  #write(state: ReadOnlyState, stored: StoredValue | undefined): Promise<Revision> {
    const value = encodeReadOnly(state)
    return this.#commit(
      stored === undefined
        ? { type: 'create', key: READ_ONLY_KEY, value }
        : { type: 'replace', key: READ_ONLY_KEY, value, expected: stored.revision },
    )
  }

  async #commit(operation: Operation): Promise<Revision> {
    const { storage } = this.#dependencies
    try {
      const outcome = await storage.write([operation])
      if (outcome.outcome === 'written') return outcome.revision
    } catch (error) {
      throw storageApiError(error)
    }
    throw new ApiError(
      'conflict',
      'the store was made read-only, or writable, by somebody else at the same time',
    )
  }

  /** Follows the record in the store. */
  #look(): void {
    const { cache, gate, clock, logger } = this.#dependencies
    const before = this.#stored
    this.#stored = cache.record(READ_ONLY_KEY)
    this.#cancelExpiry()
    if (this.#stored === undefined) {
      gate.open()
      if (before !== undefined) logger.info({}, 'the store is writable again')
      return
    }
    const state = decodeReadOnly(this.#stored.value)
    gate.shut(() => readOnlyError(state))
    if (before?.revision !== this.#stored.revision && (before === undefined || state.until === undefined)) {
      logger.warn({ reason: readOnlyReason(state) }, 'the store is read-only')
    }
    if (state.until !== undefined) this.#cancelExpiry = clock.at(state.until, () => void this.#expire())
  }

  /** Any server of the store may end what has expired. */
  async #expire(): Promise<void> {
    const { storage, clock, logger } = this.#dependencies
    const stored = this.#stored
    if (stored === undefined || this.#isClosed) return
    try {
      await storage.write([{ type: 'delete', key: READ_ONLY_KEY, expected: stored.revision }])
    } catch (err) {
      logger.warn({ err }, 'ending the read-only state failed and will be retried')
      this.#cancelExpiry = clock.at(clock.now() + RETRY_MS, () => void this.#expire())
    }
  }
}

const heldByAnother = (state: ReadOnlyState) => new ApiError('conflict', readOnlyReason(state))
const noLongerReadOnly = () =>
  new ApiError('conflict', 'the store is not read-only any more: it has been writable in between')
