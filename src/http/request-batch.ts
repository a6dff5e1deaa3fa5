import { beginBatch, microtasksDrained } from '../util/event-loop.js'

/**
 * How many requests are answered at once. Of so many the code is in the caches of the processor long enough to pay, and
 * the writes among them are on their way to the disk while the next ones are worked on.
 */
const AT_ONCE = 8

/**
 * Collects the requests of one turn of the event loop and has them answered together.
 *
 * To read a request and to answer it are two large pieces of code. Done in turn, request by request, each drives the
 * other out of the caches of the processor, which then spends a good part of its time on fetching instructions. Done
 * for several that have arrived, one after the other, the same work takes a third less (`docs/hot-path.md`). A request
 * that comes alone does not wait: its batch is answered before the loop looks for more.
 */
export class RequestBatch<Request> {
  readonly #answer: (request: Request) => void
  #waiting: Request[] = []

  constructor(answer: (request: Request) => void) {
    this.#answer = answer
  }

  add(request: Request): void {
    if (this.#waiting.push(request) === 1) setImmediate(this.#answerAll)
  }

  /** All of them, however many: in the next turn a client that has said all it wanted may be taken for gone. */
  readonly #answerAll = async () => {
    const batch = this.#waiting
    this.#waiting = []
    beginBatch()
    for (let next = 0; ; ) {
      const end = Math.min(next + AT_ONCE, batch.length)
      while (next < end) this.#answer(batch[next++] as Request)
      if (next === batch.length) return
      await microtasksDrained()
    }
  }
}
