import {
  type Change,
  type ChangeListener,
  type Feed,
  type Operation,
  type RangeOptions,
  type Revision,
  RevisionUnavailable,
  type Storage,
} from '#storage/contract.js'
import { openMemoryStorage } from '#storage/memory/storage.js'

/** A store that others write to as well: its feed is late for as long as a test wants, or loses its place. */
export class SharedStorage implements Storage {
  readonly isOnlyWriter = false
  readonly #inner = openMemoryStorage()
  readonly #held: (() => void)[] = []
  #isHeld = false
  #loseFeed: ((error: Error) => void) | undefined
  /** How often it was asked how far it has come. */
  questions = 0
  /** The response to such a request. */
  trouble: Error | undefined

  /** From now on the feed says nothing, until `release`. */
  hold(): void {
    this.#isHeld = true
  }

  release(): void {
    this.#isHeld = false
    for (const deliver of this.#held.splice(0)) deliver()
  }

  /**
   * The feed of all keys is over, because the changes it has still to deliver are gone. What was held back is not
   * delivered.
   */
  loseFeed(): void {
    this.#held.length = 0
    this.#isHeld = false
    this.#loseFeed?.(new RevisionUnavailable('compacted', 1 as Revision, 2 as Revision))
  }

  async currentRevision(): Promise<Revision> {
    this.questions++
    if (this.trouble !== undefined) throw this.trouble
    return this.#inner.currentRevision()
  }

  async follow(after: Revision, listener: ChangeListener, prefix?: string): Promise<Feed> {
    let isLost = false
    const late = (changes: readonly Change[], upTo: Revision) => {
      const copy = [...changes]
      const deliver = () => {
        if (!isLost) listener(copy, upTo)
      }
      if (this.#isHeld) this.#held.push(deliver)
      else deliver()
    }
    const feed = await this.#inner.follow(after, late, prefix)
    if (prefix !== undefined && prefix !== '') return feed
    const lost = new Promise<never>((_, reject) => {
      this.#loseFeed = (error) => {
        isLost = true
        reject(error)
      }
    })
    lost.catch(() => undefined)
    return { close: () => feed.close(), ended: Promise.race([feed.ended, lost]) }
  }

  get(key: string, at?: Revision) {
    return this.#inner.get(key, at)
  }

  range(prefix: string, options?: RangeOptions) {
    return this.#inner.range(prefix, options)
  }

  write(operations: readonly Operation[]) {
    return this.#inner.write(operations)
  }

  history(...parameters: Parameters<Storage['history']>) {
    return this.#inner.history(...parameters)
  }

  timeOf(revision: Revision) {
    return this.#inner.timeOf(revision)
  }

  compact(age: number, keep?: Revision) {
    return this.#inner.compact(age, keep)
  }

  health() {
    return this.#inner.health()
  }

  close() {
    return this.#inner.close()
  }

  /** Writes a minimal object that the cache accepts. */
  async put(key: string, expected?: Revision): Promise<Revision> {
    const name = key.slice(key.lastIndexOf('/') + 1)
    const metadata = { name, resourceVersion: '' }
    const value = Buffer.from(JSON.stringify({ kind: 'Thing', apiVersion: 'g/v1', metadata }))
    const operation: Operation =
      expected === undefined ? { type: 'create', key, value } : { type: 'replace', key, value, expected }
    const outcome = await this.write([operation])
    if (outcome.outcome !== 'written') throw new Error(`not written: ${JSON.stringify(outcome)}`)
    return outcome.revision
  }
}
