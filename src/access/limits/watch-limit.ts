import type { Filter } from '#http/filter.js'
import type { RequestContext } from '#http/request/request-context.js'
import { tooManyRequests } from '#meta/api-error.js'
import type { MetricsRegistry } from '#observe/metrics.js'

/** Limits open watches per user. Requests that are forwarded to another server count as watches: they may be some. */
export class WatchLimit implements Filter {
  readonly #limit: number
  /** By user name. */
  readonly #counts = new Map<string, number>()
  readonly #open = new Set<RequestContext>()
  readonly #rejected

  constructor(limit: number, registry: MetricsRegistry) {
    this.#limit = limit
    this.#rejected = registry
      .counter(
        'binnacle_watches_rejected_total',
        'Watches rejected with 429 because their user has too many.',
      )
      .labels()
  }

  before(context: RequestContext): void {
    if (!context.isLongRunning) return
    const { name } = context.user
    const count = this.#counts.get(name) ?? 0
    if (count >= this.#limit) {
      this.#rejected.inc()
      throw tooManyRequests(
        `user ${JSON.stringify(name)} has ${count} watches open, and may have no more; please try again later`,
      )
    }
    this.#counts.set(name, count + 1)
    this.#open.add(context)
  }

  after(context: RequestContext): void {
    if (!context.isLongRunning || !this.#open.delete(context)) return
    const { name } = context.user
    const count = (this.#counts.get(name) ?? 0) - 1
    if (count > 0) this.#counts.set(name, count)
    else this.#counts.delete(name)
  }
}
