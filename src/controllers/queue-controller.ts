import type { Controller, ControllerContext } from './controller.js'
import { doublingBackOff, WorkQueue } from './work-queue.js'

/**
 * A controller whose work is a queue of items: follows what the items depend on all the time, so that taking over is quick,
 * and works on them only while its server leads.
 */
export abstract class QueueController<T extends object> implements Controller {
  abstract readonly name: string
  protected readonly context: ControllerContext
  readonly #queue: WorkQueue<T>
  readonly #release: (() => void)[] = []
  #isLeading = false

  /** `concurrency` is how many items are worked on at a time. */
  constructor(context: ControllerContext, concurrency: number) {
    this.context = context
    this.#queue = new WorkQueue({
      concurrency,
      work: (item) => this.work(item),
      backOff: doublingBackOff,
      onFailure: (item, error, failures) => this.onFailure(item, error, failures),
    })
  }

  /** Begins to follow what the items depend on. Returns the functions that end this. */
  protected abstract follow(): readonly (() => void)[]

  /** Is called when the server begins to lead. Returns every item that may need work. */
  protected abstract lead(): Iterable<T>

  /** Is tried again later if it rejects. Must look at `isLeading` before it writes. */
  protected abstract work(item: T): Promise<void>

  protected abstract onFailure(item: T, error: unknown, failures: number): void

  protected get isLeading(): boolean {
    return this.#isLeading
  }

  /** Wants the item to be worked on, if the server leads. */
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

  /** What is followed is told of a write before its writer is, so the queue knows all there is to do. */
  settled(): Promise<void> {
    return this.#queue.idle()
  }

  close(): Promise<void> {
    this.#isLeading = false
    for (const release of this.#release.splice(0)) release()
    return this.#queue.close()
  }
}
