import { TimeBudget } from '#util/event-loop.js'
import { QueueStats } from './queue-stats.js'

export interface WorkQueueOptions<T> {
  /** Items in progress at a time. */
  readonly concurrency: number
  /** Never runs twice at once for the same item. A rejection is retried. */
  readonly work: (item: T) => Promise<void>
  /** Delay in milliseconds after this many consecutive failures. */
  readonly backOff: (failures: number) => number
  readonly onFailure?: (item: T, error: unknown, failures: number) => void
}

/** Doubles from 10 ms to 10 s: a conflict is over at once, and a full disk is not retried thousands of times. */
export function doublingBackOff(failures: number): number {
  return Math.min(10 * 2 ** (failures - 1), 10_000)
}

/** Maximum time in milliseconds before the queue yields to the event loop. */
const SLICE = 2

type Phase = 'waiting' | 'running' | 'resting'

interface Entry {
  phase: Phase
  /** When the item began to wait, on the clock of `performance`. */
  waitingSince: number
  /** Added during its work: the work may have used outdated state. */
  again: boolean
  /** Cleared during its work: not retried. */
  forgotten: boolean
  failures: number
  /** The backoff timer. */
  timer: NodeJS.Timeout | undefined
}

/** Items that are read from an iterable when they are due. */
class Batch<T> {
  readonly rest: Iterator<T>

  constructor(items: Iterable<T>) {
    this.rest = items[Symbol.iterator]()
  }
}

/**
 * A queue without duplicates, in the order of `add`. It never holds more than the existing items, which bounds
 * its capacity.
 */
export class WorkQueue<T extends object> {
  readonly stats = new QueueStats()
  readonly #options: WorkQueueOptions<T>
  readonly #entries = new Map<T, Entry>()
  /** New items, and older ones reversed: both ends of one queue, without moving anything. */
  #added: (T | Batch<T>)[] = []
  #next: (T | Batch<T>)[] = []
  #batches = 0
  #running = 0
  #scheduled = false
  #closed = false
  #idleWaiters: (() => void)[] = []

  constructor(options: WorkQueueOptions<T>) {
    this.#options = options
  }

  /** Items that wait, run or back off. The unread rest of a batch counts as one. */
  get size(): number {
    return this.#entries.size + this.#batches
  }

  /**
   * Enqueues an item. Its work starts in a later tick, so this may be called from anywhere. An item in backoff
   * runs at once, since something about it has changed.
   */
  add(item: T): void {
    if (this.#closed) return
    const entry = this.#entries.get(item)
    if (entry === undefined) {
      this.#enter(item)
      this.#push(item)
    } else if (entry.phase === 'running') {
      entry.again = true
      entry.forgotten = false
    } else if (entry.phase === 'resting') {
      this.#wake(item, entry)
    }
  }

  /**
   * Adds the items lazily, so that any number costs nothing. The iterable may change meanwhile, as sets and
   * maps allow.
   */
  addAll(items: Iterable<T>): void {
    if (this.#closed) return
    this.#batches++
    this.#push(new Batch(items))
  }

  /** Drops all items that are not running. */
  clear(): void {
    this.#added = []
    this.#next = []
    this.#batches = 0
    for (const [item, entry] of this.#entries) {
      if (entry.phase === 'running') {
        entry.again = false
        entry.forgotten = true
      } else {
        clearTimeout(entry.timer)
        this.#entries.delete(item)
      }
    }
    this.#checkIdle()
  }

  /** Resolves when no item waits, runs or backs off. */
  idle(): Promise<void> {
    if (this.#isIdle) return Promise.resolve()
    return new Promise((resolve) => this.#idleWaiters.push(resolve))
  }

  /** Accepts nothing more, and resolves when running work ends. */
  close(): Promise<void> {
    this.#closed = true
    this.clear()
    return this.idle()
  }

  get #isIdle(): boolean {
    return this.#entries.size === 0 && this.#batches === 0
  }

  #enter(item: T): Entry {
    const entry: Entry = {
      phase: 'waiting',
      waitingSince: performance.now(),
      again: false,
      forgotten: false,
      failures: 0,
      timer: undefined,
    }
    this.stats.adds.value++
    this.#entries.set(item, entry)
    return entry
  }

  #push(what: T | Batch<T>): void {
    this.#added.push(what)
    this.#schedule()
  }

  #take(): T | undefined {
    for (;;) {
      if (this.#next.length === 0) {
        this.#next = this.#added.reverse()
        this.#added = []
      }
      const first = this.#next.at(-1)
      if (!(first instanceof Batch)) return this.#next.pop() as T | undefined
      const { done, value: item } = first.rest.next()
      if (done) {
        this.#next.pop()
        this.#batches--
      } else if (this.#entries.has(item)) {
        this.add(item)
      } else {
        this.#enter(item)
        return item
      }
    }
  }

  #schedule(): void {
    if (this.#scheduled || this.#running === this.#options.concurrency) return
    this.#scheduled = true
    setImmediate(() => this.#startSome())
  }

  #startSome(): void {
    this.#scheduled = false
    const slice = new TimeBudget(SLICE)
    while (this.#running < this.#options.concurrency) {
      if (slice.isOver) {
        this.#schedule()
        return
      }
      const item = this.#take()
      if (item === undefined) {
        this.#checkIdle()
        return
      }
      const entry = this.#entries.get(item)
      if (entry === undefined) throw new Error('an item waits that is not in the queue')
      entry.phase = 'running'
      this.#running++
      void this.#run(item, entry)
    }
  }

  async #run(item: T, entry: Entry): Promise<void> {
    const startedAt = performance.now()
    this.stats.waited.observe((startedAt - entry.waitingSince) / 1000)
    try {
      await this.#options.work(item)
      entry.failures = 0
      this.stats.worked.observe((performance.now() - startedAt) / 1000)
      this.#finish(item, entry, false)
    } catch (error) {
      this.stats.worked.observe((performance.now() - startedAt) / 1000)
      this.stats.retries.value++
      entry.failures++
      if (!entry.forgotten) this.#options.onFailure?.(item, error, entry.failures)
      this.#finish(item, entry, true)
    }
  }

  #finish(item: T, entry: Entry, failed: boolean): void {
    this.#running--
    if (entry.again) {
      this.#wake(item, entry)
    } else if (failed && !entry.forgotten) {
      entry.phase = 'resting'
      entry.timer = setTimeout(() => this.#wake(item, entry), this.#options.backOff(entry.failures))
    } else {
      this.#entries.delete(item)
    }
    if (this.#added.length + this.#next.length > 0) this.#schedule()
    this.#checkIdle()
  }

  #wake(item: T, entry: Entry): void {
    clearTimeout(entry.timer)
    this.stats.adds.value++
    entry.phase = 'waiting'
    entry.waitingSince = performance.now()
    entry.again = false
    this.#push(item)
  }

  #checkIdle(): void {
    if (!this.#isIdle) return
    const waiters = this.#idleWaiters
    this.#idleWaiters = []
    for (const resolve of waiters) resolve()
  }
}
