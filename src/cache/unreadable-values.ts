import type { Logger } from '#observe/logger.js'
import type { Revision } from '#storage/contract.js'

/** How many keys a report names. */
const REPORTED_KEYS = 10

/** The values of the store that are no objects, by their keys. They are left out of all that is served. */
export class UnreadableValues {
  readonly #revisions = new Map<string, Revision>()
  readonly #logger: Logger

  constructor(logger: Logger) {
    this.#logger = logger
  }

  get size(): number {
    return this.#revisions.size
  }

  /** Which revision of the key cannot be read; undefined when the current one can be, or there is none. */
  revisionOf(key: string): Revision | undefined {
    return this.#revisions.get(key)
  }

  add(key: string, revision: Revision, error: unknown): void {
    this.#revisions.set(key, revision)
    const reason = error instanceof Error ? error.message : String(error)
    this.#logger.error({ key, revision, reason }, 'a value in the store cannot be read and is left out')
  }

  /** The key holds something else now. */
  forget(key: string): void {
    if (this.#revisions.size > 0) this.#revisions.delete(key)
  }

  clear(): void {
    this.#revisions.clear()
  }

  /** Which there are, in one line for a person; undefined when there are none. */
  report(): string | undefined {
    if (this.size === 0) return undefined
    const keys = [...this.#revisions.keys()].slice(0, REPORTED_KEYS).map((key) => JSON.stringify(key))
    const more = this.size > keys.length ? ` and ${this.size - keys.length} more` : ''
    return `left out because their values cannot be read: ${keys.join(', ')}${more}`
  }
}
