/** So many requests may be taken back at once, and so many in every second. */
const BATCH_SIZE = 500
const PER_SECOND = 20

/**
 * How often a client takes back requests that are not answered yet. A request costs the server more than it costs a
 * client to send and to take back, and what was taken back does not count among those that are under way.
 */
export class ResetRate {
  #left = BATCH_SIZE
  #countedAt = performance.now()

  /** A request was taken back. Returns whether that is more often than can be put up with. */
  count(): boolean {
    const now = performance.now()
    this.#left = Math.min(BATCH_SIZE, this.#left + ((now - this.#countedAt) / 1000) * PER_SECOND) - 1
    this.#countedAt = now
    return this.#left < 0
  }
}
