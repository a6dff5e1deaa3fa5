import { type Alarm, Alarms } from '#util/alarms.js'
import { ManualClock, systemClock, type TimerClock, type TimerOptions } from '#util/clock.js'
import { parseDuration } from '#util/text/duration.js'

/** After so many stops the clock goes the rest of the way at once: a jump by years must end. */
const MAX_STOPS = 1_000
/** The longest time that a timer of Node can wait for. */
const MAX_TIMER_MS = 2 ** 31 - 1
const DAY_MS = 24 * 60 * 60_000

/** What a clock waits for when it has moved: a server that follows it. */
export interface ClockFollower {
  /** Whether nothing is left to do now. */
  readonly isSettled: boolean
  settled(): Promise<void>
}

/** The clock of a test server. */
export type ServerClock = Pick<TestClock, 'now' | 'at' | 'advance' | 'set'>

/**
 * The system time plus an offset: it goes on by itself, and a test can move it. Everything in the server that has a
 * time follows it: timestamps, ages, TTLs, cron schedules, the history window, the expiry of tokens.
 *
 * @example
 * await server.clock.advance('1h')
 *
 * @example
 * // Two servers with one clock.
 * const clock = new TestClock()
 * const servers = [await startTestServer({ clock }), await startTestServer({ clock })]
 */
export class TestClock implements TimerClock {
  readonly #alarms = new Alarms()
  readonly #followers = new Set<ClockFollower>()
  #offset: number
  #timer: NodeJS.Timeout | undefined
  #moving: Promise<void> | undefined

  constructor(offset = 0) {
    this.#offset = offset
  }

  /**
   * Milliseconds since 1970.
   *
   * @example
   * new Date(server.clock.now())
   */
  now(): number {
    return systemClock.now() + this.#offset
  }

  /** Calls back at a time. Returns a function that cancels it. */
  at(time: number, callback: () => void, { mayBeLate = false }: TimerOptions = {}): () => void {
    const alarm: Alarm = { time, delay: Math.max(time - this.now(), 0), callback, mayBeLate }
    this.#alarms.add(alarm)
    if (this.#alarms.first === alarm) this.#arm()
    return () => this.#alarms.remove(alarm)
  }

  /**
   * Moves the clock forward, and stops wherever something is due: what follows from it happens at its own time.
   * Resolves when everything that was due has happened; so does `server.settled()`.
   *
   * @param duration milliseconds, or a text such as `90s`, `1h30m` or `7d`.
   * @example
   * await server.clock.advance('1h')
   */
  advance(duration: number | string): Promise<void> {
    const milliseconds = durationOf(duration)
    return this.#move(() => this.#advance(milliseconds))
  }

  /**
   * Sets the clock. A later time is reached as by `advance`. After an earlier one no timer waits longer than it would
   * have from the start.
   *
   * @example
   * await server.clock.set('2030-01-01T00:00:00Z')
   */
  set(time: Date | number | string): Promise<void> {
    const wanted = timeOf(time)
    return this.#move(async () => {
      const difference = wanted - this.now()
      if (difference >= 0) return this.#advance(difference)
      this.#setBack(this.#offset + difference)
      return this.#settled()
    })
  }

  /** @internal */
  get offset(): number {
    return this.#offset
  }

  /**
   * Puts a former offset back.
   *
   * @internal
   */
  async restore(offset: number): Promise<void> {
    await this.arrived()
    if (offset < this.#offset) this.#setBack(offset)
    else {
      this.#offset = offset
      this.#fire()
    }
  }

  /**
   * Resolves when the clock has reached the time that it was last set to.
   *
   * @internal
   */
  async arrived(): Promise<void> {
    while (this.#moving !== undefined) await this.#moving
  }

  /**
   * Waits for a server whenever it moves. Returns a function that ends this.
   *
   * @internal
   */
  follow(follower: ClockFollower): () => void {
    this.#followers.add(follower)
    return () => this.#followers.delete(follower)
  }

  /** One move after the other. The first one starts at once, so that `now` is right even without `await`. */
  #move(move: () => Promise<void>): Promise<void> {
    const moving = this.#moving === undefined ? move() : this.#moving.then(move)
    const over = moving
      .catch(() => undefined)
      .then(() => {
        if (this.#moving === over) this.#moving = undefined
      })
    this.#moving = over
    return moving
  }

  async #advance(milliseconds: number): Promise<void> {
    const end = this.#offset + milliseconds
    if (![...this.#followers].every(({ isSettled }) => isSettled)) await this.#settled()
    for (let stops = 0; stops < MAX_STOPS; stops++) {
      const stop = (this.#alarms.firstOnTime?.time ?? Number.POSITIVE_INFINITY) - systemClock.now()
      if (stop > end) break
      this.#offset = Math.max(this.#offset, stop)
      this.#fire()
      await this.#settled()
    }
    this.#offset = end
    this.#fire()
    await this.#settled()
  }

  #setBack(offset: number): void {
    this.#offset = offset
    this.#alarms.setBack(this.now())
    this.#arm()
  }

  #fire(): void {
    const now = this.now()
    for (let due = this.#alarms.takeDue(now); due !== undefined; due = this.#alarms.takeDue(now))
      due.callback()
    this.#arm()
  }

  /** Waits for the first callback. */
  #arm(): void {
    clearTimeout(this.#timer)
    const { first } = this.#alarms
    if (first === undefined) return
    const rest = Math.min(Math.max(first.time - this.now(), 0), MAX_TIMER_MS)
    this.#timer = setTimeout(() => this.#fire(), rest)
    // A pending timer does not keep the process alive.
    this.#timer.unref()
  }

  async #settled(): Promise<void> {
    for (const follower of this.#followers) await follower.settled()
  }
}

/** The clock that a server was given, with the methods of a test clock. */
export function serverClockOf(clock: TimerClock, settled: () => Promise<void>): ServerClock {
  if (clock instanceof TestClock) return clock
  const advance = (milliseconds: number) => {
    if (clock instanceof ManualClock) return clock.advanceSettled(milliseconds, settled)
    throw new TypeError('the clock of this server is not one that a test can move')
  }
  return {
    now: () => clock.now(),
    at: (time, callback, options) => clock.at(time, callback, options),
    advance: async (duration) => advance(durationOf(duration)),
    set: async (time) => {
      const wanted = timeOf(time)
      if (wanted >= clock.now()) return advance(wanted - clock.now())
      if (clock instanceof ManualClock) clock.setBack(wanted)
      return advance(0)
    },
  }
}

function durationOf(duration: number | string): number {
  const milliseconds = typeof duration === 'number' ? duration : parseDays(duration)
  if (milliseconds !== undefined && Number.isFinite(milliseconds) && milliseconds >= 0) return milliseconds
  throw new RangeError(`expected a duration such as '1h', '90s' or 5000, got ${JSON.stringify(duration)}`)
}

/** Tests also count in days. */
function parseDays(text: string): number | undefined {
  const [, days = '0', rest = ''] = /^(?:(\d+)d)?(.*)$/s.exec(text) ?? []
  const others = rest === '' && text !== '' ? 0 : parseDuration(rest)
  return others === undefined ? undefined : Number(days) * DAY_MS + others
}

function timeOf(time: Date | number | string): number {
  const milliseconds = new Date(time).getTime()
  if (!Number.isNaN(milliseconds)) return milliseconds
  throw new RangeError(`expected a date, got ${JSON.stringify(time)}`)
}
