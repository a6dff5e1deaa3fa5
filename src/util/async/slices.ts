import { TimeBudget, yieldToEventLoop } from '#util/event-loop.js'

/** Interruptible work: it yields when its `Pace` says that it has blocked the event loop for long. */
export type Work<R = void> = Generator<undefined, R>

/** Units of work between two checks of the clock; a unit takes tens to hundreds of nanoseconds. */
const UNITS_PER_CHECK = 256

/** Tells interruptible work when to yield. */
export class Pace {
  #budget = new TimeBudget()
  #units = 0

  /** Counts work that was done. */
  add(units: number): void {
    this.#units += units
  }

  /** Whether to yield. Cheap: reads the clock only after `UNITS_PER_CHECK` units. */
  get isOver(): boolean {
    if (this.#units < UNITS_PER_CHECK) return false
    this.#units = 0
    return this.#budget.isOver
  }

  /** Whether to yield, by the clock. Call before work of unknown length. */
  checkClock(): boolean {
    this.#units = UNITS_PER_CHECK
    return this.isOver
  }

  renew(): void {
    this.#budget = new TimeBudget()
  }
}

/** Runs work, over several turns of the event loop if it takes long. Returns a promise only then. */
export function inSlices<R>(work: (pace: Pace) => Work<R>): R | Promise<R> {
  const pace = new Pace()
  const running = work(pace)
  const first = running.next()
  return first.done ? first.value : goOn(running, pace)
}

async function goOn<R>(running: Work<R>, pace: Pace): Promise<R> {
  for (;;) {
    await yieldToEventLoop()
    pace.renew()
    const next = running.next()
    if (next.done) return next.value
  }
}

/** Calls `next` with the result, at once if it is there. */
export function whenDone<R, T>(result: R | Promise<R>, next: (result: R) => T | Promise<T>): T | Promise<T> {
  return result instanceof Promise ? result.then(next) : next(result)
}

/** Runs all of the work synchronously. */
export function atOnce<R>(work: (pace: Pace) => Work<R>): R {
  const running = work(new Pace())
  for (;;) {
    const next = running.next()
    if (next.done) return next.value
  }
}
