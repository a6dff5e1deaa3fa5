import { TimeBudget, yieldToEventLoop } from '#util/event-loop.js'

/** Work that can be interrupted: it yields where its pace says that it has kept the event loop to itself for long. */
export type Work<R = void> = Generator<undefined, R>

/** What is looked at between two looks at the clock, in units of some tens to hundreds of nanoseconds. */
const UNITS_PER_CHECK = 256

/** Tells interruptible work when it has to yield. */
export class Pace {
  #budget = new TimeBudget()
  #units = 0

  /** So much has been done since. */
  add(units: number): void {
    this.#units += units
  }

  /** Whether to yield. Costs nothing to speak of, but is only as precise as what is added. */
  get isOver(): boolean {
    if (this.#units < UNITS_PER_CHECK) return false
    this.#units = 0
    return this.#budget.isOver
  }

  /** Before each part of the work that nothing is known of. */
  checkClock(): boolean {
    this.#units = UNITS_PER_CHECK
    return this.isOver
  }

  renew(): void {
    this.#budget = new TimeBudget()
  }
}

/** Does work, over several turns of the event loop where it takes long; only then is there something to wait for. */
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

/** Does something with what has come of work. */
export function whenDone<R, T>(result: R | Promise<R>, next: (result: R) => T): T | Promise<T> {
  return result instanceof Promise ? result.then(next) : next(result)
}

/** Does all of the work now. */
export function atOnce<R>(work: (pace: Pace) => Work<R>): R {
  const running = work(new Pace())
  for (;;) {
    const next = running.next()
    if (next.done) return next.value
  }
}
