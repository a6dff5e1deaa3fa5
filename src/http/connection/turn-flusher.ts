import { TimeBudget } from '#util/event-loop.js'

/** How many streams are flushed before the time is looked at. */
const STEP = 16

/** Something that has gathered bytes and writes them when it is flushed. */
export interface Flushable {
  flush(): void
}

/**
 * Flushes streams at the end of a turn of the event loop, so that all that a turn has for a stream is one write, in place of
 * a system call and a TLS record for each event. When there are very many streams, the rest follows in the next turns, with what it has
 * gathered meanwhile.
 */
export class TurnFlusher {
  #waiting: Flushable[] = []

  /** To be called once for each flush. */
  add(stream: Flushable): void {
    if (this.#waiting.push(stream) === 1) setImmediate(this.#flush)
  }

  readonly #flush = () => {
    const streams = this.#waiting
    const budget = new TimeBudget()
    let next = 0
    do {
      const end = Math.min(next + STEP, streams.length)
      while (next < end) (streams[next++] as Flushable).flush()
    } while (next < streams.length && !budget.isOver)
    this.#waiting = streams.slice(next)
    if (this.#waiting.length > 0) setImmediate(this.#flush)
  }
}
