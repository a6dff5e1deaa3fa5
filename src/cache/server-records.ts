import type { Logger } from '#observe/logger.js'
import { collectionOf } from '#storage/compaction-watermarks.js'
import type { Change, StoredValue } from '#storage/contract.js'
import { expectDecrypted } from '#storage/encryption/undecrypted.js'
import type { UnreadableValues } from './unreadable-values.js'

/** Keys of the server's own records begin with it. No kind has such a name. */
const RECORD_PREFIX = '~'

export const isRecordKey = (key: string): boolean => key.startsWith(RECORD_PREFIX)

/** Receives the key of a record that was created, changed or deleted. It must be quick, and must not throw. */
export type RecordListener = (key: string) => void

/** The server's own records, as they are stored, and the listeners to their changes. */
export class ServerRecords {
  readonly #records = new Map<string, StoredValue>()
  /** One listener per key. */
  readonly #listeners = new Map<string, () => void>()
  /** By the prefix of the keys. */
  readonly #prefixListeners = new Map<string, Set<RecordListener>>()
  readonly #logger: Logger
  readonly #unreadable: UnreadableValues

  constructor(logger: Logger, unreadable: UnreadableValues) {
    this.#logger = logger
    this.#unreadable = unreadable
  }

  get(key: string): StoredValue | undefined {
    return this.#records.get(key)
  }

  *keys(prefix: string): Generator<string> {
    for (const key of this.#records.keys()) if (key.startsWith(prefix)) yield key
  }

  onChange(key: string, listener: () => void): void {
    this.#listeners.set(key, listener)
  }

  /** Returns a function that removes the listener. */
  onChangeUnder(prefix: string, listener: RecordListener): () => void {
    const listeners = this.#prefixListeners.get(prefix) ?? new Set()
    this.#prefixListeners.set(prefix, listeners.add(listener))
    return () => void listeners.delete(listener)
  }

  copyFrom(other: ServerRecords): void {
    for (const stored of other.#records.values()) this.load(stored)
  }

  /** A record that cannot be decrypted is left out. */
  load(stored: StoredValue): void {
    const { key, revision, value } = stored
    try {
      expectDecrypted(value)
      this.#unreadable.forget(key)
      this.#records.set(key, stored)
    } catch (error) {
      this.#unreadable.add(key, revision, error)
      this.#records.delete(key)
    }
  }

  apply(changes: readonly Change[]): void {
    for (const { key, revision, value } of changes) {
      if (value === undefined) this.#delete(key)
      else this.load({ key, revision, value })
      try {
        this.#listeners.get(key)?.()
        this.#notifyUnder(key)
      } catch (err) {
        this.#logger.error({ err, key }, 'a listener failed on the change of a record')
      }
    }
  }

  /** Replaces all records. Returns the function that calls the listeners, whether or not their record has changed. */
  replaceAll(current: ReadonlyMap<string, StoredValue>): () => void {
    const keys = new Set(this.#records.keys())
    this.#records.clear()
    for (const [key, value] of current) {
      if (!isRecordKey(key)) continue
      this.load(value)
      keys.add(key)
    }
    return () => {
      for (const listener of this.#listeners.values()) listener()
      for (const key of keys) this.#notifyUnder(key)
    }
  }

  #delete(key: string): void {
    this.#unreadable.forget(key)
    this.#records.delete(key)
  }

  #notifyUnder(key: string): void {
    const listeners = this.#prefixListeners.get(collectionOf(key))
    if (listeners !== undefined) for (const listener of listeners) listener(key)
  }
}
