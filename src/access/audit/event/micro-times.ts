import type { Clock } from '../../../util/clock.js'

/** How long the two clocks are taken to go at the same pace, in milliseconds. */
const PACE_MS = 1_000

/** The numbers below 1,000 with three digits. */
const THREE_DIGITS: readonly string[] = Array.from({ length: 1000 }, (_, number) =>
  String(number).padStart(3, '0'),
)

/**
 * Writes points in time with microseconds, without the `Z` at their end. They are given as `performance.now()` tells them, which
 * is finer than the time of day. What points of the same millisecond share is written once.
 */
export class MicroTimes {
  readonly #clock: Clock
  /** What the one clock shows more than the other, and until when that is known. */
  #difference = 0
  #knownUntil = Number.NEGATIVE_INFINITY
  #millisecond = Number.NaN
  #beginning = ''

  constructor(clock: Clock) {
    this.#clock = clock
  }

  write(time: number): string {
    if (time > this.#knownUntil) this.#compare()
    const ms = time + this.#difference
    const whole = Math.floor(ms)
    if (whole !== this.#millisecond) {
      this.#millisecond = whole
      this.#beginning = new Date(whole).toISOString().slice(0, -1)
    }
    return this.#beginning + THREE_DIGITS[Math.floor((ms - whole) * 1000)]
  }

  #compare(): void {
    const now = performance.now()
    this.#difference = this.#clock.now() - now
    this.#knownUntil = now + PACE_MS
  }
}
