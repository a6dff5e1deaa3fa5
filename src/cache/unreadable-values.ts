import type { Logger } from '#observe/logger.js'
import type { Revision } from '#storage/contract.js'
import { Undecryptable } from '#storage/encryption/undecrypted.js'

/** How many keys a report names. */
const REPORTED_KEYS = 10

/** The values of the store that are no objects, by their keys. They are left out of all that is served. */
export class UnreadableValues {
  readonly #revisions = new Map<string, Revision>()
  readonly #undecryptable = new Set<string>()
  readonly #listeners = new Set<() => void>()
  readonly #logger: Logger

  constructor(logger: Logger) {
    this.#logger = logger
  }

  get size(): number {
    return this.#revisions.size
  }

  /** Whether some of them are encrypted, so that they may well be objects. */
  get hasUndecryptable(): boolean {
    return this.#undecryptable.size > 0
  }

  /** Which revision of the key cannot be read; undefined when the current one can be, or there is none. */
  revisionOf(key: string): Revision | undefined {
    return this.#revisions.get(key)
  }

  add(key: string, revision: Revision, error: unknown): void {
    this.#revisions.set(key, revision)
    const reason = error instanceof Error ? error.message : String(error)
    this.#logger.error({ key, revision, reason }, 'a value in the store cannot be read and is left out')
    if (error instanceof Undecryptable) this.#count(() => this.#undecryptable.add(key))
  }

  /** The key holds something else now. */
  forget(key: string): void {
    if (this.#revisions.size === 0) return
    this.#revisions.delete(key)
    if (this.hasUndecryptable) this.#count(() => this.#undecryptable.delete(key))
  }

  clear(): void {
    this.#revisions.clear()
    this.#count(() => this.#undecryptable.clear())
  }

  /**
   * Calls the listener when `hasUndecryptable` has become true, and after it has become false. It must not throw. Returns
   * a function that stops it.
   */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Which there are, in one line for a person; undefined when there are none. */
  report(): string | undefined {
    if (this.size === 0) return undefined
    const keys = [...this.#revisions.keys()].slice(0, REPORTED_KEYS).map((key) => JSON.stringify(key))
    const more = this.size > keys.length ? ` and ${this.size - keys.length} more` : ''
    const why = this.hasUndecryptable ? '; controllers wait until all values can be decrypted' : ''
    return `left out because their values cannot be read: ${keys.join(', ')}${more}${why}`
  }

  #count(change: () => void): void {
    const before = this.hasUndecryptable
    change()
    if (this.hasUndecryptable === before) return
    const notify = () => {
      for (const listener of this.#listeners) listener()
    }
    // The events of values that can be read again come first.
    if (before) setImmediate(notify)
    else notify()
  }
}
