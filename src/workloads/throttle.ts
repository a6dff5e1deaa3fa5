/** How long an item rests for each millisecond that a look at it took: looks take a tenth of the time at most. */
const REST_PER_COST = 9
/** What is looked at more quickly than this, in milliseconds, never rests. */
const CHEAP_MS = 1
/** No item rests longer, in milliseconds, so that what depends on it does not wait for long. */
const MAX_REST_MS = 250

interface Pace {
  /** Wanted again while it was looked at, or while it rests. */
  isRequested: boolean
  rest: NodeJS.Timeout | undefined
}

/**
 * Keeps looks at large items apart. A set of ten thousand pods changes with each of them, and every look goes through all of
 * them: what changes between two looks is seen by the second.
 */
export class Throttle<T extends object> {
  readonly #run: (item: T) => void
  /** Only items that are looked at now, or rest. */
  readonly #paces = new Map<T, Pace>()
  #waiting = 0
  #idleWaiters: (() => void)[] = []

  /** `look` begins a look, which has to call `begin` and `end`. */
  constructor(run: (item: T) => void) {
    this.#run = run
  }

  /** How many items are to be looked at once they have rested. */
  get waiting(): number {
    return this.#waiting
  }

  /** Wants a look at the item, now or when it has rested. */
  request(item: T): void {
    const pace = this.#paces.get(item)
    if (pace === undefined) this.#run(item)
    else if (!pace.isRequested) {
      pace.isRequested = true
      this.#waiting++
    }
  }

  /** A look that another reason began ends the rest of the item. */
  begin(item: T): void {
    const before = this.#paces.get(item)
    clearTimeout(before?.rest)
    if (before?.isRequested) this.#waiting--
    this.#paces.set(item, { isRequested: false, rest: undefined })
    this.#checkIdle()
  }

  /** `cost` is the processor time of the look in milliseconds. */
  end(item: T, cost: number): void {
    const pace = this.#paces.get(item)
    if (pace === undefined) return
    if (cost < CHEAP_MS) this.#release(item, pace)
    else {
      pace.rest = setTimeout(() => this.#release(item, pace), Math.min(cost * REST_PER_COST, MAX_REST_MS))
    }
  }

  /** Resolves when no item is to be looked at after a rest. */
  idle(): Promise<void> {
    if (this.#waiting === 0) return Promise.resolve()
    return new Promise((resolve) => this.#idleWaiters.push(resolve))
  }

  /** Forgets who waits. */
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

/** Adds up how long calls take. */
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
