import { type EventLoopUtilization, performance } from 'node:perf_hooks'

/** Delay before items are taken: an object goes to many clusters at once. */
const DEBOUNCE_MS = 100

export interface DebouncerOptions<T> {
  /** Maximum delay of an item that can wait. */
  readonly maxWaitMs: number
  /** Whether to delay the item further. */
  readonly canWait: (item: T, isBusy: boolean) => boolean
  readonly take: (item: T) => void
  /** Whether the event loop was busy since the last call. */
  readonly isBusy: () => boolean
}

/** Collects items, each once for all changes within a moment. */
export class Debouncer<T> {
  readonly #options: DebouncerOptions<T>
  /** Items with the time of their first `add`. */
  readonly #items = new Map<T, number>()
  #timer: NodeJS.Timeout | undefined
  #idleWaiters: (() => void)[] = []

  constructor(options: DebouncerOptions<T>) {
    this.#options = options
  }

  get size(): number {
    return this.#items.size
  }

  add(item: T): void {
    if (!this.#items.has(item)) this.#items.set(item, performance.now())
    this.#timer ??= setTimeout(() => this.#flush(), DEBOUNCE_MS)
  }

  /** Takes the item now, if it is pending. */
  take(item: T): void {
    if (!this.#items.delete(item)) return
    this.#options.take(item)
    this.#wakeIfEmpty()
  }

  takeAll(): void {
    for (const item of [...this.#items.keys()]) this.take(item)
  }

  clear(): void {
    this.#items.clear()
    this.#wakeIfEmpty()
  }

  /** Resolves when no item is pending. */
  async idle(): Promise<void> {
    while (this.size > 0) await new Promise<void>((resolve) => this.#idleWaiters.push(resolve))
  }

  #flush(): void {
    this.#timer = undefined
    const now = performance.now()
    const { maxWaitMs, canWait, take } = this.#options
    const isBusy = this.#options.isBusy()
    for (const [item, since] of this.#items) {
      if (now - since < maxWaitMs && canWait(item, isBusy)) continue
      this.#items.delete(item)
      take(item)
    }
    if (this.size > 0) this.#timer ??= setTimeout(() => this.#flush(), DEBOUNCE_MS)
    else this.#wakeIfEmpty()
  }

  #wakeIfEmpty(): void {
    if (this.size > 0) return
    clearTimeout(this.#timer)
    this.#timer = undefined
    for (const resolve of this.#idleWaiters.splice(0)) resolve()
  }
}

/** Event loop utilization that counts as busy. */
const BUSY = 0.9

/** Measures the event loop. Slow members do not make it busy. */
export class EventLoopLoad {
  #last: EventLoopUtilization = performance.eventLoopUtilization()

  /** Whether the event loop was busy since the last call. */
  takeIsBusy(): boolean {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, this.#last)
    this.#last = now
    return utilization > BUSY
  }
}
