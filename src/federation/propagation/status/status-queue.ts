import { WorkQueue } from '#controllers/work-queue.js'
import { Debouncer, EventLoopLoad } from '#federation/propagation/debouncer.js'
import type { FederatedObject } from '#federation/propagation/federated-object.js'

/** For how long at most a report waits while more is written, in milliseconds. */
const WRITING_MS = 5_000
/** For how long at most a report is left out that tells of nothing else than that writes are under way. */
const MAX_MS = 30_000
const CONCURRENCY = 16

/**
 * Objects whose status is to be reported, each once for all that has happened to its copies in a moment. StatusQueue wait for some
 * seconds while more writes of the object are under way, and while this server is busy: bringing copies about comes first.
 */
export class StatusQueue {
  readonly #queue: WorkQueue<FederatedObject>
  readonly #debouncer: Debouncer<FederatedObject>

  constructor(
    report: (federated: FederatedObject) => Promise<void>,
    onFailure: (federated: FederatedObject, error: unknown, failures: number) => void,
  ) {
    this.#queue = new WorkQueue({
      concurrency: CONCURRENCY,
      work: report,
      backOff: (failures) => Math.min(100 * 2 ** (failures - 1), 60_000),
      onFailure,
    })
    const load = new EventLoopLoad()
    this.#debouncer = new Debouncer({
      maxWaitMs: WRITING_MS,
      canWait: ({ isBeingWritten }, isBusy) => isBeingWritten || isBusy,
      take: (federated) => this.#queue.add(federated),
      isBusy: () => load.takeIsBusy(),
    })
  }

  get pending(): number {
    return this.#debouncer.size + this.#queue.size
  }

  add(federated: FederatedObject): void {
    federated.unreportedSince ??= performance.now()
    this.#debouncer.add(federated)
  }

  /** Whether a report may be left for later that tells of nothing but writes that are under way. */
  canWait({ isBeingWritten, unreportedSince }: FederatedObject): boolean {
    if (!isBeingWritten || unreportedSince === undefined) return false
    return performance.now() - unreportedSince < MAX_MS
  }

  async idle(): Promise<void> {
    await this.#debouncer.idle()
    await this.#queue.idle()
  }

  close(): Promise<void> {
    this.#debouncer.clear()
    return this.#queue.close()
  }
}
