import { tooManyRequests } from '#meta/api-error.js'
import { SerialQueue } from '#util/async/serial-queue.js'

/** Smaller bodies are not tracked. */
export const SMALL_BODY = 64 * 1024

export const isLarge = (body: Buffer) => body.length > SMALL_BODY

/** Maximum memory of all larger bodies that are received or in progress. */
const MAX_HELD = 64 * 1024 * 1024
/** How long a large body waits for its turn. */
const WAIT_TIMEOUT_MS = 30_000

/**
 * Limits large bodies, so that they do not harm other requests. Their memory is bounded, and only one at a time is
 * processed, in steps that yield to other requests. One instance serves all servers of the main thread.
 */
export class LargeBodies {
  readonly #capacity: number
  readonly #lane: SerialQueue
  #held = 0

  constructor(capacity = MAX_HELD, waitTimeoutMs = WAIT_TIMEOUT_MS) {
    this.#capacity = capacity
    this.#lane = new SerialQueue(waitTimeoutMs)
  }

  /** Tracks a body that is about to be received. */
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

/** The memory of one body and its place in the queue. Release it after the response. */
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

  /** Counts received bytes. Returns false if there is no memory left. */
  grow(bytes: number): boolean {
    this.#size += bytes
    if (!this.isLarge) return true
    const more = this.#size - this.#counted
    if (!this.#take(more)) return false
    this.#counted = this.#size
    return true
  }

  /**
   * Waits for its turn. Rejects with `tooManyRequests` after the timeout. Resolves with false if the body was
   * released because the client is gone.
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
