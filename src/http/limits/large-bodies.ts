import { tooManyRequests } from '#meta/api-error.js'
import { SerialQueue } from '#util/serial-queue.js'

/** Bodies up to this size are many and quick, and are not looked after. */
export const SMALL_BODY = 64 * 1024

export const isLarge = (body: Buffer) => body.length > SMALL_BODY

/** What all larger bodies that have come in, and are not answered yet, may take together. */
const MAX_HELD = 64 * 1024 * 1024
/** How long a large body waits for those before it, in milliseconds. */
const WAIT_TIMEOUT_MS = 30_000

/**
 * Looks after large bodies, so that many of them at once harm no other request. What they take of memory is bounded;
 * and from its parsing to its response only one of them is worked on at a time, step by step, with all other requests in
 * between. The main thread has one of these, however many servers it has.
 */
export class LargeBodies {
  readonly #capacity: number
  readonly #lane: SerialQueue
  #held = 0

  constructor(capacity = MAX_HELD, waitTimeoutMs = WAIT_TIMEOUT_MS) {
    this.#capacity = capacity
    this.#lane = new SerialQueue(waitTimeoutMs)
  }

  /** For a body that is about to be received. */
  receive(): HeldBody {
    return new HeldBody(
      (bytes) => this.#take(bytes),
      () => this.#lane.enter(),
    )
  }

  #take(bytes: number): boolean {
    if (this.#held + bytes > this.#capacity) return false
    this.#held += bytes
    return true
  }
}

/** The memory that one body takes, and its place among the others. To be released when the request is answered. */
export class HeldBody {
  readonly #take: (bytes: number) => boolean
  readonly #enter: () => Promise<(() => void) | undefined>
  #size = 0
  #counted = 0
  #leave: (() => void) | undefined
  #isReleased = false

  constructor(take: (bytes: number) => boolean, enter: () => Promise<(() => void) | undefined>) {
    this.#take = take
    this.#enter = enter
  }

  get isLarge(): boolean {
    return this.#size > SMALL_BODY
  }

  /** More of the body has arrived. Returns false when there is no room for it. */
  grow(bytes: number): boolean {
    this.#size += bytes
    if (!this.isLarge) return true
    const more = this.#size - this.#counted
    if (!this.#take(more)) return false
    this.#counted = this.#size
    return true
  }

  /**
   * Waits until no other large body is worked on. Throws `tooManyRequests` when that takes too long. Resolves with
   * false when the body was released meanwhile, because no client waits for a response any more.
   */
  async enter(): Promise<boolean> {
    this.#leave = await this.#enter()
    if (this.#leave === undefined) throw busy()
    if (this.#isReleased) this.#leave()
    return !this.#isReleased
  }

  /** May be called more than once. */
  release(): void {
    this.#isReleased = true
    this.#take(-this.#counted)
    this.#counted = 0
    this.#leave?.()
  }
}

export const busy = () =>
  tooManyRequests('the server has too many large requests to work on, please try again later')
