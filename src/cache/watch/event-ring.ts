import type { Revision } from '#storage/contract.js'
import type { WatchEvent } from './watch-event.js'

/** How many events of a kind are kept in memory, and what their objects may take. Older ones are read from the store's history. */
const CAPACITY = 1024
const MAX_BYTES = 8 * 1024 * 1024

/**
 * The last events of one kind, in order, so that a watch that was interrupted a moment ago can go on without
 * touching the store.
 */
export class EventRing {
  /** The oldest event is at `#start`. Grows up to its capacity: of most kinds hardly anything is ever written. */
  readonly #ring: (WatchEvent | undefined)[] = []
  #start = 0
  #size = 0
  #bytes = 0
  #watermark: Revision

  /** `watermark` is the revision of the last change of the kind that the ring buffer will never hold. */
  constructor(watermark: Revision) {
    this.#watermark = watermark
  }

  /** Every change of the kind after this revision is in the ring buffer. */
  get watermark(): Revision {
    return this.#watermark
  }

  push(event: WatchEvent): void {
    if (this.#size === CAPACITY) this.#drop()
    this.#ring[(this.#start + this.#size) % CAPACITY] = event
    this.#size++
    this.#bytes += bytesOf(event)
    while (this.#bytes > MAX_BYTES) this.#drop()
  }

  /** Drops the events up to a revision: they are older than the history window. */
  compact(revision: Revision): void {
    while (this.#size > 0 && (this.#ring[this.#start] as WatchEvent).revision <= revision) this.#drop()
  }

  #drop(): void {
    const oldest = this.#ring[this.#start] as WatchEvent
    this.#ring[this.#start] = undefined
    this.#start = (this.#start + 1) % CAPACITY
    this.#size--
    this.#bytes -= bytesOf(oldest)
    this.#watermark = oldest.revision
  }

  /** The events after a revision that is not below the watermark, in order. */
  after(revision: Revision): WatchEvent[] {
    const events: WatchEvent[] = []
    for (let index = this.#size - 1; index >= 0; index--) {
      const event = this.#ring[(this.#start + index) % CAPACITY] as WatchEvent
      if (event.revision <= revision) break
      events.push(event)
    }
    return events.reverse()
  }
}

/** What an object was before a change is counted with the event before. */
const bytesOf = ({ object, previous }: WatchEvent) => (object ?? previous)?.size ?? 0
