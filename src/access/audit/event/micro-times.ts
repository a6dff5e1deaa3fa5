import type { Clock } from '../../../util/clock.js'

/** How long the two clocks are taken to go at the same pace, in milliseconds. */
const PACE_MS = 1_000

/** The length of a point in time: up to its milliseconds, and with its microseconds. */
const MS_LENGTH = '2006-01-02T15:04:05.000'.length
export const TIME_LENGTH = MS_LENGTH + 3

const ZERO = 0x30

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
  #difference = Number.NEGATIVE_INFINITY
  #knownUntil = Number.NEGATIVE_INFINITY
  /** The point in time that was last written. */
  #time = Number.NaN
  #micros = 0
  #millisecond = Number.NaN
  /** The millisecond, as text and in bytes. */
  #beginning = ''
  readonly #bytes = Buffer.alloc(MS_LENGTH)

  constructor(clock: Clock) {
    this.#clock = clock
  }

  write(time: number): string {
    const micros = this.#microsOf(time)
    return this.#beginning + THREE_DIGITS[micros]
  }

  /**
   * Writes `TIME_LENGTH` bytes, and returns the millisecond of the time. `msThere` is the one that was last written there: mostly
   * it is the same, and the microseconds are left to be written.
   */
  writeTo(bytes: Uint8Array, at: number, time: number, msThere = Number.NaN): number {
    const micros = this.#microsOf(time)
    if (msThere !== this.#millisecond) bytes.set(this.#bytes, at)
    bytes[at + MS_LENGTH] = ZERO + Math.floor(micros / 100)
    bytes[at + MS_LENGTH + 1] = ZERO + (Math.floor(micros / 10) % 10)
    bytes[at + MS_LENGTH + 2] = ZERO + (micros % 10)
    return this.#millisecond
  }

  /** How many microseconds of its millisecond have passed at that time. The millisecond is written. */
  #microsOf(time: number): number {
    // An event mostly has a time that the one before has, too.
    if (time === this.#time) return this.#micros
    if (time > this.#knownUntil) this.#compare()
    const ms = time + this.#difference
    const whole = Math.floor(ms)
    if (whole !== this.#millisecond) {
      this.#millisecond = whole
      this.#beginning = new Date(whole).toISOString().slice(0, MS_LENGTH)
      this.#bytes.write(this.#beginning, 'latin1')
    }
    this.#time = time
    this.#micros = Math.floor((ms - whole) * 1000)
    return this.#micros
  }

  /**
   * The time of day is known to the millisecond, so what the clocks differ by is known to lie within bounds. It is kept where it
   * does: of two points in time the later one is not to be written as the earlier.
   */
  #compare(): void {
    const before = performance.now()
    const timeOfDay = this.#clock.now()
    const after = performance.now()
    this.#difference = Math.min(Math.max(this.#difference, timeOfDay - after), timeOfDay + 1 - before)
    this.#knownUntil = after + PACE_MS
  }
}
