import type { Controller, ControllerContext } from './controller.js'
import type { QueueStats } from './queue-stats.js'
import { doublingBackOff, WorkQueue } from './work-queue.js'

/**
 * A controller with a work queue. It follows its dependencies all the time, so that a new leader starts
 * quickly, and works only while its server leads.
 */
export abstract class QueueController<T extends object> implements Controller {
  abstract readonly name: string
  protected readonly context: ControllerContext
  readonly #queue: WorkQueue<T>
  readonly #release: (() => void)[] = []
  #isLeading = false

  /** `concurrency` is the number of items in progress at a time. */
  constructor(context: ControllerContext, concurrency: number) {
    this.context = context
    this.#queue = new WorkQueue({
      concurrency,
      work: (item) => this.work(item),
      backOff: doublingBackOff,
      onFailure: (item, error, failures) => this.onFailure(item, error, failures),
    })
  }

  /** Starts to follow. Returns functions that stop it. */
  protected abstract follow(): readonly (() => void)[]

  /** Called when the server becomes the leader. Returns all items that may need work. */
  protected abstract lead(): Iterable<T>

  /** Retried if it rejects. Must check `isLeading` before it writes. */
  protected abstract work(item: T): Promise<void>

  protected abstract onFailure(item: T, error: unknown, failures: number): void

  protected get isLeading(): boolean {
    return this.#isLeading
  }

  /** Enqueues the item if the server leads. */
  protected add(item: T): void {
    if (this.#isLeading) this.#queue.add(item)
  }

  protected addAll(items: Iterable<T>): void {
    if (this.#isLeading) this.#queue.addAll(items)
  }

  start(): void {
    this.#release.push(
      ...this.follow(),
      this.context.leadership.whenLeading(
        () => {
          const items = this.lead()
          this.#isLeading = true
          this.#queue.addAll(items)
        },
        () => {
          this.#isLeading = false
          this.#queue.clear()
        },
      ),
    )
  }

  get pending(): number {
    return this.#queue.size
  }

  get queueStats(): QueueStats {
    return this.#queue.stats
  }

  /** Changes are delivered before a write is acknowledged, so the queue is complete. */
  settled(): Promise<void> {
    return this.#queue.idle()
  }

  close(): Promise<void> {
    this.#isLeading = false
    for (const release of this.#release.splice(0)) release()
    return this.#queue.close()
  }
}
