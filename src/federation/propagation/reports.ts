import { WorkQueue } from '../../controllers/work-queue.js'
import type { Federated } from './federated.js'

/** For how long, in milliseconds, changes are gathered before they are reported: an object goes to many clusters at once. */
const GATHERING_MS = 100
const CONCURRENCY = 16

/** Objects whose status is to be reported, each once for all that has happened to its copies in a moment. */
export class Reports {
  readonly #queue: WorkQueue<Federated>
  #gathered = new Set<Federated>()
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
    this.#gathered.add(federated)
    this.#timer ??= setTimeout(() => this.#flush(), GATHERING_MS)
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
    const gathered = this.#gathered
    this.#gathered = new Set()
    for (const federated of gathered) this.#queue.add(federated)
    this.#wake()
  }

  #wake(): void {
    for (const resolve of this.#idleWaiters.splice(0)) resolve()
  }
}
