/** For how long something has not come any further. It is looked at now and then. */
export class Stall {
  #last = Number.NaN
  #since = 0

  /** `done` is how much was done so far, by any measure. */
  isLongerThan(patienceMs: number, done: number): boolean {
    const now = performance.now()
    if (done === this.#last) return now - this.#since > patienceMs
    this.#last = done
    this.#since = now
    return false
  }
}
