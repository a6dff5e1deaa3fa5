import type { Clock } from '#util/clock.js'

/** How long the two clocks are taken to go at the same pace, in milliseconds. */
const PACE_MS = 1_000
/** How many changes of what the clocks differ by are remembered. There are few, unless clocks are set all the time. */
const MAX_CHANGES = 100

/** The length of a point in time: up to its fractions of a second, and with its microseconds. */
const SECOND_LENGTH = '2006-01-02T15:04:05.'.length
export const TIME_LENGTH = SECOND_LENGTH + 6

/** The numbers below 1,000 with three digits, as texts and one after the other in ASCII. */
const THREE_DIGITS: readonly string[] = Array.from({ length: 1000 }, (_, number) =>
  String(number).padStart(3, '0'),
)
const ASCII_DIGITS: Uint8Array = Buffer.from(THREE_DIGITS.join(''), 'latin1')

/**
 * Writes points in time with microseconds, without the `Z` at their end. They are given as `performance.now()` tells them, which
 * is finer than the time of day. What points of the same second share is written once: requests that are answered together have
 * come in one millisecond and are answered in the next.
 */
export class MicroTimes {
  readonly #clock: Clock
  /** What the one clock shows more than the other, and until when that is known. */
  #difference = Number.NEGATIVE_INFINITY
  #knownUntil = Number.NEGATIVE_INFINITY
  /**
   * Behind which point in time it holds, and the differences before it, the oldest first: a point in time is written in the same
   * way whenever that is done.
   */
  #since = Number.NEGATIVE_INFINITY
  readonly #before: { readonly until: number; readonly difference: number }[] = []
  /** The point in time that was last written: its second, as text and in bytes, and what is left of it. */
  #second = Number.NaN
  #beginning = ''
  readonly #bytes = Buffer.alloc(SECOND_LENGTH)
  #milliseconds = 0
  #microseconds = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  write(time: number): string {
    this.#split(time)
    return `${this.#beginning}${THREE_DIGITS[this.#milliseconds]}${THREE_DIGITS[this.#microseconds]}`
  }

  /**
   * Writes `TIME_LENGTH` bytes at each of some places, and returns the second of the time. `secondThere` is the one that was last
   * written there: mostly it is the same, and the fractions are left to be written.
   */
  writeTo(bytes: Uint8Array, places: readonly number[], time: number, secondThere = Number.NaN): number {
    this.#split(time)
    const hasSecond = secondThere === this.#second
    const millisAt = 3 * this.#milliseconds
    const microsAt = 3 * this.#microseconds
    for (let index = 0; index < places.length; index++) {
      const at = places[index] as number
      if (!hasSecond) bytes.set(this.#bytes, at)
      copyThree(bytes, at + SECOND_LENGTH, millisAt)
      copyThree(bytes, at + SECOND_LENGTH + 3, microsAt)
    }
    return this.#second
  }

  /** Takes a point in time apart. The text of its second is made. */
  #split(time: number): void {
    if (time > this.#knownUntil) this.#compare()
    const exact = time + (time > this.#since ? this.#difference : this.#differenceAt(time))
    const whole = Math.floor(exact)
    const second = Math.floor(whole / 1000)
    if (second !== this.#second) {
      this.#second = second
      this.#beginning = new Date(whole).toISOString().slice(0, SECOND_LENGTH)
      this.#bytes.write(this.#beginning, 'latin1')
    }
    this.#milliseconds = whole - 1000 * second
    this.#microseconds = Math.floor((exact - whole) * 1000)
  }

  /**
   * The time of day is known to the millisecond, so what the clocks differ by is known to lie within bounds. It is kept where it
   * does: of two points in time the later one is not to be written as the earlier.
   */
  #compare(): void {
    const before = performance.now()
    const timeOfDay = this.#clock.now()
    const after = performance.now()
    this.#change(Math.min(Math.max(this.#difference, timeOfDay - after), timeOfDay + 1 - before))
    this.#knownUntil = after + PACE_MS
  }

  /** Takes the difference for all points in time that are not written yet; those before keep theirs. */
  #change(difference: number): void {
    if (difference === this.#difference) return
    if (Number.isFinite(this.#difference)) {
      // A point in time behind that one would have had the clocks compared before.
      this.#since = this.#knownUntil
      this.#before.push({ until: this.#since, difference: this.#difference })
      if (this.#before.length > MAX_CHANGES) this.#before.shift()
    }
    this.#difference = difference
  }

  #differenceAt(time: number): number {
    return this.#before.find(({ until }) => time <= until)?.difference ?? this.#difference
  }
}

/** Copies the digits of a number, which begin there in the list of all. */
function copyThree(bytes: Uint8Array, at: number, digitsAt: number): void {
  bytes[at] = ASCII_DIGITS[digitsAt] as number
  bytes[at + 1] = ASCII_DIGITS[digitsAt + 1] as number
  bytes[at + 2] = ASCII_DIGITS[digitsAt + 2] as number
}
