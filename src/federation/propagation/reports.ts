import { WorkQueue } from '../../controllers/work-queue.js'
import type { Federated } from './federated.js'

/** For how long, in milliseconds, changes are gathered before they are reported: an object goes to many clusters at once. */
const GATHERING_MS = 100
/** For how long they are while more writes of the object are under way. */
const WRITING_MS = 5_000
/** For how long at most, where there is nothing else to report than that these writes are under way. */
const LONGEST_MS = 30_000
const CONCURRENCY = 16

/** Objects whose status is to be reported, each once for all that has happened to its copies in a moment. */
export class Reports {
  readonly #queue: WorkQueue<Federated>
  /** With the time since when. */
  readonly #gathered = new Map<Federated, number>()
  #timer: NodeJS.Timeout | undefined
  #idleWaiters: (() => void)[] = []

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
  }

  get pending(): number {
    return this.#gathered.size + this.#queue.size
  }

  want(federated: Federated): void {
    const now = performance.now()
    federated.unreportedSince ??= now
    if (!this.#gathered.has(federated)) this.#gathered.set(federated, now)
    this.#timer ??= setTimeout(() => this.#flush(), GATHERING_MS)
  }

  /** Whether a report may be left for later that tells of nothing but writes that are under way. */
  canWait({ isBeingWritten, unreportedSince }: Federated): boolean {
    if (!isBeingWritten || unreportedSince === undefined) return false
    return performance.now() - unreportedSince < LONGEST_MS
  }

  async idle(): Promise<void> {
    while (this.#gathered.size > 0) await new Promise<void>((resolve) => this.#idleWaiters.push(resolve))
    await this.#queue.idle()
  }

  close(): Promise<void> {
    clearTimeout(this.#timer)
    this.#gathered.clear()
    this.#wake()
    return this.#queue.close()
  }

  #flush(): void {
    this.#timer = undefined
    const now = performance.now()
    for (const [federated, since] of this.#gathered) {
      if (federated.isBeingWritten && now - since < WRITING_MS) continue
      this.#gathered.delete(federated)
      this.#queue.add(federated)
    }
    if (this.#gathered.size > 0) this.#timer = setTimeout(() => this.#flush(), GATHERING_MS)
    else this.#wake()
  }

  #wake(): void {
    for (const resolve of this.#idleWaiters.splice(0)) resolve()
  }
}
