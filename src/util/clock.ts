/** The time of day. Code that needs the time takes a clock, so that a test can set it. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

/** A clock that stands still until it is set. */
export class ManualClock implements Clock {
  #now: number

  constructor(start = Date.UTC(2024, 0, 1)) {
    this.#now = start
  }

  now(): number {
    return this.#now
  }

  advance(milliseconds: number): void {
    this.#now += milliseconds
  }
}
