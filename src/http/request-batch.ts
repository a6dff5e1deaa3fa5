import { beginBatch, microtasksDrained } from '../util/event-loop.js'

/**
 * How many requests that take several steps, as writes do, take them together. Of so many the code is in the caches of the
 * processor long enough to pay, and they are on their way to the disk while the next ones are worked on.
 */
const AT_ONCE = 12

/**
 * Collects the requests of one turn of the event loop and has them answered together.
 *
 * To read a request and to answer it are two large pieces of code. Done in turn, request by request, each drives the
 * other out of the caches of the processor, which then spends a good part of its time on fetching instructions. Done
 * for several that have arrived, one after the other, the same work takes a third less (`docs/hot-path.md`). A request
 * that comes alone does not wait: its batch is answered before the loop looks for more.
 */
export class RequestBatch<Request> {
  readonly #answer: (request: Request) => boolean
  readonly #mostInTurn: number
  #waiting: Request[] = []

  /**
   * `answer` returns whether the request takes further steps, and is not answered yet. What comes beyond `mostInTurn` is
   * left to the next turn. Requests of HTTP/1.1 are not: in the next turn a client that has said all it wanted may be taken
   * for gone.
   */
  constructor(answer: (request: Request) => boolean, mostInTurn = Number.POSITIVE_INFINITY) {
    this.#answer = answer
    this.#mostInTurn = mostInTurn
  }

  add(request: Request): void {
    if (this.#waiting.push(request) === 1) setImmediate(this.#answerAll)
  }

  readonly #answerAll = () => {
    let batch = this.#waiting
    this.#waiting = []
    if (batch.length > this.#mostInTurn) {
      this.#waiting = batch.slice(this.#mostInTurn)
      batch = batch.slice(0, this.#mostInTurn)
      setImmediate(this.#answerAll)
    }
    beginBatch()
    this.#answerFrom(batch, 0)
  }

  #answerFrom(batch: readonly Request[], first: number): void {
    let unanswered = 0
    for (let next = first; next < batch.length; next++) {
      if (unanswered === AT_ONCE) {
        microtasksDrained().then(() => this.#answerFrom(batch, next))
        return
      }
      if (this.#answer(batch[next] as Request)) unanswered++
    }
  }
}
