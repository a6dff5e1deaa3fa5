import { type EventLoopUtilization, performance } from 'node:perf_hooks'

/** For how long, in milliseconds, things are gathered before they are taken: an object goes to many clusters at once. */
const DEBOUNCE_MS = 100

export interface DebouncerOptions<T> {
  /** For how long, in milliseconds, things are left for later at most. */
  readonly maxWaitMs: number
  /** Whether a thing is better left for later. */
  readonly canWait: (item: T, isBusy: boolean) => boolean
  readonly take: (item: T) => void
  /** Whether this server has had no time to spare since it was last asked. */
  readonly isBusy: () => boolean
}

/** Things that are to be told, each once for all that has happened to it in a moment. */
export class Debouncer<T> {
  readonly #options: DebouncerOptions<T>
  /** With the time since when. */
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

  /** Takes the item now, if it is gathered. */
  take(item: T): void {
    if (!this.#items.delete(item)) return
    this.#options.take(item)
    this.#wakeIfEmpty()
  }

  takeAll(): void {
    for (const item of [...this.#items.keys()]) this.take(item)
  }

  /** Forgets everything. */
  clear(): void {
    this.#items.clear()
    this.#wakeIfEmpty()
  }

  /** Resolves when nothing is gathered. */
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

/** The part of the time that a server is at work which has none to spare. */
const BUSY = 0.9

/** Whether this server has had time to spare lately. Members that are slow do not make it busy: it waits for them. */
export class EventLoopLoad {
  #last: EventLoopUtilization = performance.eventLoopUtilization()

  /** Whether there was no time to spare since this was last asked. */
  takeIsBusy(): boolean {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, this.#last)
    this.#last = now
    return utilization > BUSY
  }
}
