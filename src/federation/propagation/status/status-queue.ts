import { WorkQueue } from '#controllers/work-queue.js'
import { Debouncer, EventLoopLoad } from '#federation/propagation/debouncer.js'
import type { FederatedObject } from '#federation/propagation/federated-object.js'

/** Maximum delay of a status update while more writes are in progress. */
const WRITING_MS = 5_000
/** Maximum delay of a status update that only reports pending writes. */
const MAX_MS = 30_000
const CONCURRENCY = 16

/**
 * Objects whose status must be updated, each once for all changes within a moment. Updates wait a few seconds
 * while copies are being written or the server is busy: copies come first.
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

  /** Whether a status that only reports pending writes can wait. */
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
