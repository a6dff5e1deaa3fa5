import type { Clock } from '#util/clock.js'

/** How long the offset of the two clocks is valid, in milliseconds. */
const PACE_MS = 1_000

const SECOND_LENGTH = '2006-01-02T15:04:05.'.length

/** Formats times of `performance.now()` as `MicroTime`. That clock is finer than the time of day. */
export class MicroTimes {
  readonly #clock: Clock
  /** The offset of the wall clock, and how long it is valid. */
  #difference = Number.NEGATIVE_INFINITY
  #knownUntil = Number.NEGATIVE_INFINITY
  /** The cached second: hundreds of requests share one. */
  #second = Number.NaN
  #secondText = ''

  constructor(clock: Clock) {
    this.#clock = clock
  }

  write(time: number): string {
    if (time > this.#knownUntil || this.#hasJumped(time)) this.#compare()
    const exact = time + this.#difference
    const second = Math.floor(exact / 1000)
    if (second !== this.#second) {
      this.#second = second
      this.#secondText = new Date(second * 1000).toISOString().slice(0, SECOND_LENGTH)
    }
    const micros = Math.floor((exact - second * 1000) * 1000)
    return `${this.#secondText}${String(micros).padStart(6, '0')}Z`
  }

  /** A test may have moved the clock. */
  #hasJumped(time: number): boolean {
    return Math.abs(this.#clock.now() - time - this.#difference) > PACE_MS
  }

  /**
   * The wall clock has millisecond precision, so the offset is known within bounds. It changes only if it leaves
   * them: otherwise times could go backwards.
   */
  #compare(): void {
    const before = performance.now()
    const timeOfDay = this.#clock.now()
    const after = performance.now()
    this.#difference = Math.min(Math.max(this.#difference, timeOfDay - after), timeOfDay + 1 - before)
    this.#knownUntil = after + PACE_MS
  }
}
