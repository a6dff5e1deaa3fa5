import type { Clock } from '#util/clock.js'

/** How long the two clocks are taken to run at the same pace, in milliseconds. */
const PACE_MS = 1_000

const SECOND_LENGTH = '2006-01-02T15:04:05.'.length

/**
 * Writes points in time with microseconds, as `MicroTime` of Kubernetes has them. They are given as by `performance.now()`,
 * which is finer than the time of day.
 */
export class MicroTimes {
  readonly #clock: Clock
  /** What the time of day is ahead by, and until when that is known. */
  #difference = Number.NEGATIVE_INFINITY
  #knownUntil = Number.NEGATIVE_INFINITY
  /** The second of the point in time that was last written: hundreds of requests share one. */
  #second = Number.NaN
  #secondText = ''

  constructor(clock: Clock) {
    this.#clock = clock
  }

  write(time: number): string {
    if (time > this.#knownUntil) this.#compare()
    const exact = time + this.#difference
    const second = Math.floor(exact / 1000)
    if (second !== this.#second) {
      this.#second = second
      this.#secondText = new Date(second * 1000).toISOString().slice(0, SECOND_LENGTH)
    }
    const micros = Math.floor((exact - second * 1000) * 1000)
    return `${this.#secondText}${String(micros).padStart(6, '0')}Z`
  }

  /**
   * The time of day is known to the millisecond, so the difference of the clocks is known to be within bounds. It only
   * changes when it is out of them: else a later point in time could be written as an earlier one.
   */
  #compare(): void {
    const before = performance.now()
    const timeOfDay = this.#clock.now()
    const after = performance.now()
    this.#difference = Math.min(Math.max(this.#difference, timeOfDay - after), timeOfDay + 1 - before)
    this.#knownUntil = after + PACE_MS
  }
}
