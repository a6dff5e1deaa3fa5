import { randomBytes } from 'node:crypto'
import type { TraceContext } from './trace-context.js'

const TRACE_DIGITS = 32
const SPAN_DIGITS = 16
/** Random numbers are made many at a time: that takes a tenth of the time. */
const POOL_BYTES = 4096
/** The last digits of a trace id decide whether it is sampled: as many as a number holds exactly. */
const RANDOM_DIGITS = 13
const RANDOM_RANGE = 16 ** RANDOM_DIGITS

/** Makes the ids of traces and spans, and decides which traces are sampled. */
export class SpanIds {
  readonly #ratio: number
  #pool = ''
  #next = 0

  /** `ratio` is the share of new traces that are sampled. Others are as their client decided. */
  constructor(ratio: number) {
    this.#ratio = ratio
  }

  begin(parent: TraceContext | undefined): TraceContext {
    const spanId = this.newSpanId()
    if (parent !== undefined) return { ...parent, spanId }
    const traceId = this.#digits(TRACE_DIGITS)
    const random = Number.parseInt(traceId.slice(-RANDOM_DIGITS), 16) / RANDOM_RANGE
    return { traceId, spanId, isSampled: random < this.#ratio, state: '' }
  }

  newSpanId(): string {
    return this.#digits(SPAN_DIGITS)
  }

  #digits(count: number): string {
    if (this.#next + count > this.#pool.length) {
      this.#pool = randomBytes(POOL_BYTES).toString('hex')
      this.#next = 0
    }
    const digits = this.#pool.slice(this.#next, this.#next + count)
    this.#next += count
    // The recommendation forbids an id of zeros only.
    return /[1-9a-f]/.test(digits) ? digits : this.#digits(count)
  }
}
