import { type Alarm, Alarms } from './alarms.js'

/** The time of day. Code that needs the time takes a clock, so that a test can set it. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
}

/** A clock that calls back. */
export interface TimerClock extends Clock {
  /** Calls back at a time. Returns a function that cancels it. */
  at(time: number, callback: () => void, options?: TimerOptions): () => void
}

export interface TimerOptions {
  /**
   * Whether a clock that jumps over the time may call back once it has arrived, rather than stop there: for what is
   * done again and again, such as cleaning up.
   */
  readonly mayBeLate?: boolean
}

export const MAY_BE_LATE: TimerOptions = { mayBeLate: true }

/** Calls back again and again. Returns a function that stops it. */
export function every(clock: TimerClock, milliseconds: number, callback: () => void): () => void {
  let cancel = () => {}
  const wait = () => {
    cancel = clock.at(
      clock.now() + milliseconds,
      () => {
        wait()
        callback()
      },
      MAY_BE_LATE,
    )
  }
  wait()
  return () => cancel()
}

/** The longest time that a timer of Node can wait for. */
const MAX_TIMER_MS = 2 ** 31 - 1

export const systemClock: TimerClock = {
  now: () => Date.now(),
  at(time, callback) {
    let timer: NodeJS.Timeout
    const wait = () => {
      const rest = time - Date.now()
      const isLast = rest <= MAX_TIMER_MS
      timer = setTimeout(isLast ? callback : wait, isLast ? Math.max(rest, 0) : MAX_TIMER_MS)
      // A pending timer does not keep the process alive.
      timer.unref()
    }
    wait()
    return () => clearTimeout(timer)
  },
}

/** A clock that only moves when it is set. */
export class ManualClock implements TimerClock {
  #now: number
  readonly #alarms = new Alarms()

  constructor(start = Date.UTC(2024, 0, 1)) {
    this.#now = start
  }

  now(): number {
    return this.#now
  }

  at(time: number, callback: () => void, { mayBeLate = false }: TimerOptions = {}): () => void {
    const alarm: Alarm = { time, delay: Math.max(time - this.#now, 0), callback, mayBeLate }
    this.#alarms.add(alarm)
    return () => this.#alarms.remove(alarm)
  }

  /** When the clock next calls back; undefined when it does not. */
  get next(): number | undefined {
    return this.#alarms.first?.time
  }

  /** Advances the clock, and calls back in order at the exact times; at the end where it may be late. */
  advance(milliseconds: number): void {
    const end = this.#now + milliseconds
    const late: Alarm[] = []
    for (let alarm = this.#alarms.takeDue(end); alarm !== undefined; alarm = this.#alarms.takeDue(end)) {
      this.#now = Math.max(this.#now, alarm.time)
      if (alarm.mayBeLate) late.push(alarm)
      else alarm.callback()
    }
    this.#now = end
    for (const { callback } of late) callback()
  }

  /** Like `advance`, but waits after each callback until its effects have settled: they may set the next one. */
  async advanceSettled(milliseconds: number, settled: () => Promise<void>): Promise<void> {
    const end = this.#now + milliseconds
    await settled()
    for (let stop = this.#alarms.firstOnTime; stop !== undefined && stop.time <= end; ) {
      this.advance(Math.max(stop.time - this.#now, 0))
      await settled()
      stop = this.#alarms.firstOnTime
    }
    this.advance(end - this.#now)
    await settled()
  }

  /** Sets the clock back. */
  setBack(time: number): void {
    this.#now = Math.min(time, this.#now)
    this.#alarms.setBack(this.#now)
  }
}
