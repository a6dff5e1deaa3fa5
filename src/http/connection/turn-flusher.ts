import { TimeBudget } from '#util/event-loop.js'

/** Streams flushed between two looks at the clock. */
const STEP = 16

/** Buffers bytes and writes them on flush. */
export interface Flushable {
  flush(): void
}

/**
 * Flushes streams at the end of a turn of the event loop, so that the events of a turn take one write per stream
 * instead of one system call and TLS record each. With very many streams, the rest is flushed in later turns.
 */
export class TurnFlusher {
  #waiting: Flushable[] = []

  /** Schedules one flush. */
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
