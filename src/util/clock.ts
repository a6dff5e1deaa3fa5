/** The time of day. Code that needs the time takes a clock, so that a test can set it. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
}

/** A clock that calls back. */
export interface TimerClock extends Clock {
  /** Calls back at a time. Returns a function that cancels it. */
  at(time: number, callback: () => void): () => void
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

interface Alarm {
  readonly time: number
  readonly callback: () => void
  isOff: boolean
}

/** A clock that only moves when it is set. */
export class ManualClock implements TimerClock {
  #now: number
  /** The latest first, so that the next one is at the end; of two at one time the one that was set before. */
  readonly #alarms: Alarm[] = []

  constructor(start = Date.UTC(2024, 0, 1)) {
    this.#now = start
  }

  now(): number {
    return this.#now
  }

  at(time: number, callback: () => void): () => void {
    const alarm: Alarm = { time, callback, isOff: false }
    this.#alarms.splice(this.#placeOf(time), 0, alarm)
    return () => {
      alarm.isOff = true
    }
  }

  /** When the clock next calls back; undefined when it does not. */
  get next(): number | undefined {
    return this.#first()?.time
  }

  /** Advances the clock, and calls back in order at the exact times. */
  advance(milliseconds: number): void {
    const end = this.#now + milliseconds
    for (let alarm = this.#first(); alarm !== undefined && alarm.time <= end; alarm = this.#first()) {
      this.#alarms.pop()
      this.#now = Math.max(this.#now, alarm.time)
      alarm.callback()
    }
    this.#now = end
  }

  /** Like `advance`, but waits after each callback until its effects have settled: they may set the next one. */
  async advanceSettled(milliseconds: number, settled: () => Promise<void>): Promise<void> {
    const end = this.#now + milliseconds
    await settled()
    for (let { next } = this; next !== undefined && next <= end; { next } = this) {
      this.advance(Math.max(next - this.#now, 0))
      await settled()
    }
    this.advance(end - this.#now)
    await settled()
  }

  #first(): Alarm | undefined {
    while (this.#alarms.at(-1)?.isOff) this.#alarms.pop()
    return this.#alarms.at(-1)
  }

  /** The first place from which on no alarm is later. */
  #placeOf(time: number): number {
    let [low, high] = [0, this.#alarms.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#alarms[middle] as Alarm).time > time) low = middle + 1
      else high = middle
    }
    return low
  }
}
