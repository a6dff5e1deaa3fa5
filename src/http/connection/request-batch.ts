import { beginBatch, microtasksDrained } from '#util/event-loop.js'

/**
 * How many requests that take several steps, as writes do, take them together. Of so many the code is in the caches of the
 * processor long enough to pay, and they are on their way to the disk while the next ones are worked on.
 */
const BATCH_SIZE = 12

export interface RequestBatchOptions<Request> {
  /** Returns whether the request takes further steps, and is not answered yet. */
  readonly serve: (request: Request) => boolean
  /** Is called with a request that `answer` has thrown for, and what it has thrown. The others are answered all the same. */
  readonly onFault: (request: Request, error: unknown) => void
  /** Calls a function that has several requests answered, so that what they need together can be done after it. */
  readonly collect?: (serveSeveral: () => void) => void
  /**
   * What comes beyond this number is left to the next turn. Requests of HTTP/1.1 are not: in the next turn a client that has
   * said all it wanted may be taken for gone.
   */
  readonly maxPerTurn?: number
}

/**
 * Collects the requests of one turn of the event loop and has them answered together.
 *
 * To read from a socket and to answer a request are two large pieces of code. Done in turn, request by request, each drives the
 * other out of the caches of the processor, which then spends a good part of its time on fetching instructions. Done
 * for several that have arrived, one after the other, the same work takes a third less (`docs/explanation/hot-path.md`). A request
 * that comes alone does not wait: its batch is answered before the loop looks for more.
 */
export class RequestBatch<Request> {
  readonly #options: RequestBatchOptions<Request>
  readonly #maxPerTurn: number
  #waiting: Request[] = []

  constructor(options: RequestBatchOptions<Request>) {
    this.#options = options
    this.#maxPerTurn = options.maxPerTurn ?? Number.POSITIVE_INFINITY
  }

  add(request: Request): void {
    if (this.#waiting.push(request) === 1) setImmediate(this.#serveAll)
  }

  readonly #serveAll = () => {
    let batch = this.#waiting
    this.#waiting = []
    if (batch.length > this.#maxPerTurn) {
      this.#waiting = batch.slice(this.#maxPerTurn)
      batch = batch.slice(0, this.#maxPerTurn)
      setImmediate(this.#serveAll)
    }
    beginBatch()
    this.#serveFrom(batch, 0)
  }

  #serveFrom(batch: readonly Request[], first: number): void {
    const { collect } = this.#options
    if (collect === undefined) this.#serveSeveral(batch, first)
    else collect(() => this.#serveSeveral(batch, first))
  }

  #serveSeveral(batch: readonly Request[], first: number): void {
    let pending = 0
    for (let next = first; next < batch.length; next++) {
      if (pending === BATCH_SIZE) {
        microtasksDrained().then(() => this.#serveFrom(batch, next))
        return
      }
      if (this.#serve(batch[next] as Request)) pending++
    }
  }

  #serve(request: Request): boolean {
    const { serve, onFault } = this.#options
    try {
      return serve(request)
    } catch (error) {
      onFault(request, error)
      return false
    }
  }
}
