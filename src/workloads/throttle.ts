/** Delay per millisecond of a run: runs take at most a tenth of the time. */
const REST_PER_COST = 9
/** Faster runs are never delayed. */
const CHEAP_MS = 1
/** Maximum delay, so that dependents do not wait long. */
const MAX_REST_MS = 250

interface Pace {
  /** Requested again during a run or a delay. */
  isRequested: boolean
  rest: NodeJS.Timeout | undefined
}

/**
 * Limits how often expensive items run. A set of ten thousand pods changes with each of them, and each run
 * reads them all; one run handles all changes since the last.
 */
export class Throttle<T extends object> {
  readonly #run: (item: T) => void
  /** Only items that run or are delayed. */
  readonly #paces = new Map<T, Pace>()
  #waiting = 0
  #idleWaiters: (() => void)[] = []

  /** `run` must call `begin` and `end`. */
  constructor(run: (item: T) => void) {
    this.#run = run
  }

  /** Items that run after their delay. */
  get waiting(): number {
    return this.#waiting
  }

  /** Runs the item now, or after its delay. */
  request(item: T): void {
    const pace = this.#paces.get(item)
    if (pace === undefined) this.#run(item)
    else if (!pace.isRequested) {
      pace.isRequested = true
      this.#waiting++
    }
  }

  /** A run for another reason ends the delay. */
  begin(item: T): void {
    const before = this.#paces.get(item)
    clearTimeout(before?.rest)
    if (before?.isRequested) this.#waiting--
    this.#paces.set(item, { isRequested: false, rest: undefined })
    this.#checkIdle()
  }

  /** `cost` is the processor time of the run in milliseconds. */
  end(item: T, cost: number): void {
    const pace = this.#paces.get(item)
    if (pace === undefined) return
    if (cost < CHEAP_MS) this.#release(item, pace)
    else {
      pace.rest = setTimeout(() => this.#release(item, pace), Math.min(cost * REST_PER_COST, MAX_REST_MS))
    }
  }

  /** Resolves when no item is waiting. */
  idle(): Promise<void> {
    if (this.#waiting === 0) return Promise.resolve()
    return new Promise((resolve) => this.#idleWaiters.push(resolve))
  }

  clear(): void {
    for (const { rest } of this.#paces.values()) clearTimeout(rest)
    this.#paces.clear()
    this.#waiting = 0
    this.#checkIdle()
  }

  #release(item: T, pace: Pace): void {
    this.#paces.delete(item)
    if (!pace.isRequested) return
    this.#waiting--
    this.#run(item)
    this.#checkIdle()
  }

  #checkIdle(): void {
    if (this.#waiting > 0) return
    for (const resolve of this.#idleWaiters.splice(0)) resolve()
  }
}

/** Sums up the duration of calls. */
export class Stopwatch {
  milliseconds = 0

  time<T>(work: () => T): T {
    const began = performance.now()
    try {
      return work()
    } finally {
      this.milliseconds += performance.now() - began
    }
  }
}
