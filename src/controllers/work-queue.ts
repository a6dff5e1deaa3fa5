import { TimeBudget } from '#util/event-loop.js'

export interface WorkQueueOptions<T> {
  /** How many items are worked on at a time. */
  readonly concurrency: number
  /** Called with one item at a time, never twice at once for the same. A rejection is tried again later. */
  readonly work: (item: T) => Promise<void>
  /** How long to wait, in milliseconds, after so many failures in a row; counts from 1. */
  readonly backOff: (failures: number) => number
  readonly onFailure?: (item: T, error: unknown, failures: number) => void
}

/** Doubles from 10 ms to 10 s: a conflict is over at once, a full disk is not asked for thousands of times. */
export function doublingBackOff(failures: number): number {
  return Math.min(10 * 2 ** (failures - 1), 10_000)
}

/** The longest time, in milliseconds, for which items are started before the queue yields to the event loop. */
const SLICE = 2

type Phase = 'waiting' | 'running' | 'resting'

interface Entry {
  phase: Phase
  /** Added again while it was worked on: what was seen then may be outdated. */
  again: boolean
  /** Forgotten while it was worked on: not to be tried again. */
  forgotten: boolean
  failures: number
  /** Ends the rest after a failure. */
  timer: NodeJS.Timeout | undefined
}

/** Items that are taken from their own collection, one by one, when they are due. */
class Batch<T> {
  readonly rest: Iterator<T>

  constructor(items: Iterable<T>) {
    this.rest = items[Symbol.iterator]()
  }
}

/**
 * Items that need attention, in the order in which they were added. An item is in it at most once, however
 * often it is added, so it never holds more than there are items: that is its capacity.
 */
export class WorkQueue<T extends object> {
  readonly #options: WorkQueueOptions<T>
  readonly #entries = new Map<T, Entry>()
  /** Newly added ones, and older ones in reverse: both ends of one queue, without moving anything. */
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

  /** How many items wait, are worked on, or rest after a failure. A batch is counted as it is taken. */
  get size(): number {
    return this.#entries.size
  }

  /**
   * Wants the item to be worked on after this call. Work begins in a later turn of the event loop, so this may
   * be called from anywhere. What rests after a failure is tried at once: something about it has changed.
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
   * Adds the items one by one when they are due, so that however many they are this costs nothing. They may change
   * meanwhile, if they can bear that while they are walked through, as sets and maps can.
   */
  addAll(items: Iterable<T>): void {
    if (this.#closed) return
    this.#batches++
    this.#push(new Batch(items))
  }

  /** Forgets everything that is not being worked on. */
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

  /** Resolves when nothing waits, is worked on, or rests after a failure. */
  idle(): Promise<void> {
    if (this.#isIdle) return Promise.resolve()
    return new Promise((resolve) => this.#idleWaiters.push(resolve))
  }

  /** Takes nothing more, and resolves when the work that had begun is over. */
  close(): Promise<void> {
    this.#closed = true
    this.clear()
    return this.idle()
  }

  get #isIdle(): boolean {
    return this.#entries.size === 0 && this.#batches === 0
  }

  #enter(item: T): Entry {
    const entry: Entry = { phase: 'waiting', again: false, forgotten: false, failures: 0, timer: undefined }
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
    try {
      await this.#options.work(item)
      entry.failures = 0
      this.#finish(item, entry, false)
    } catch (error) {
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
    entry.phase = 'waiting'
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
