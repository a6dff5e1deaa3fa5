import { WorkQueue } from '#controllers/work-queue.js'
import { Debouncer, EventLoopLoad } from '#federation/propagation/debouncer.js'
import type { Federated } from '#federation/propagation/federated.js'

/** For how long at most a report waits while more is written, in milliseconds. */
const WRITING_MS = 5_000
/** For how long at most a report is left out that tells of nothing else than that writes are under way. */
const MAX_MS = 30_000
const CONCURRENCY = 16

/**
 * Objects whose status is to be reported, each once for all that has happened to its copies in a moment. Reports wait for some
 * seconds while more writes of the object are under way, and while this server is busy: bringing copies about comes first.
 */
export class Reports {
  readonly #queue: WorkQueue<Federated>
  readonly #gathering: Debouncer<Federated>

  constructor(
    report: (federated: Federated) => Promise<void>,
    onFailure: (federated: Federated, error: unknown, failures: number) => void,
  ) {
    this.#queue = new WorkQueue({
      concurrency: CONCURRENCY,
      work: report,
      backOff: (failures) => Math.min(100 * 2 ** (failures - 1), 60_000),
      onFailure,
    })
    const load = new EventLoopLoad()
    this.#gathering = new Debouncer({
      longestMs: WRITING_MS,
      canWait: ({ isBeingWritten }, isBusy) => isBeingWritten || isBusy,
      take: (federated) => this.#queue.add(federated),
      isBusy: () => load.takeIsBusy(),
    })
  }

  get pending(): number {
    return this.#gathering.size + this.#queue.size
  }

  want(federated: Federated): void {
    federated.unreportedSince ??= performance.now()
    this.#gathering.add(federated)
  }

  /** Whether a report may be left for later that tells of nothing but writes that are under way. */
  canWait({ isBeingWritten, unreportedSince }: Federated): boolean {
    if (!isBeingWritten || unreportedSince === undefined) return false
    return performance.now() - unreportedSince < MAX_MS
  }

  async idle(): Promise<void> {
    await this.#gathering.idle()
    await this.#queue.idle()
  }

  close(): Promise<void> {
    this.#gathering.clear()
    return this.#queue.close()
  }
}
