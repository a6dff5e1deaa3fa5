import type { Revision } from '../storage/contract.js'
import type { WatchEvent } from './watch-event.js'

/** How many events of a kind are kept in memory. Older ones are read from the store's history. */
const CAPACITY = 1024

/**
 * The last events of one kind, in order, so that a watch that was interrupted a moment ago can go on without
 * touching the store.
 */
export class EventRing {
  /** The oldest event is at `#start`. */
  readonly #ring: (WatchEvent | undefined)[] = new Array<WatchEvent | undefined>(CAPACITY)
  #start = 0
  #size = 0
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
    if (this.#size === CAPACITY) {
      this.#watermark = (this.#ring[this.#start] as WatchEvent).revision
      this.#ring[this.#start] = event
      this.#start = (this.#start + 1) % CAPACITY
    } else {
      this.#ring[(this.#start + this.#size) % CAPACITY] = event
      this.#size++
    }
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
