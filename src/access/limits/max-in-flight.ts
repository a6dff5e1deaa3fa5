import { MASTERS } from '#access/identity/authenticator.js'
import type { Filter } from '#http/filter.js'
import { isReadOnly } from '#http/observe/request-labels.js'
import type { RequestContext, Seat } from '#http/request/request-context.js'
import { tooManyRequests } from '#meta/api-error.js'
import type { Counter, MetricsRegistry } from '#observe/metrics.js'

/** Health checks are served under overload. */
const PROBES = /^\/(healthz|livez|readyz)(\/|$)/

/** Counts the requests of one kind. */
class InFlight implements Seat {
  readonly #limit: number
  readonly #rejected: Counter
  #count = 0

  constructor(limit: number, rejected: Counter) {
    this.#limit = limit
    this.#rejected = rejected
  }

  enter(context: RequestContext): void {
    if (this.#limit > 0 && this.#count >= this.#limit && !context.user.groups.includes(MASTERS)) {
      this.#rejected.value++
      throw tooManyRequests('Too many requests, please try again later.')
    }
    this.#count++
    context.seat = this
  }

  leave(): void {
    this.#count--
  }
}

/** Rejects requests when too many are in flight, whoever sends them. Used without priority and fairness. */
export class MaxInFlight implements Filter {
  readonly #reads: InFlight
  readonly #writes: InFlight

  /** 0 is no limit. */
  constructor(reads: number, writes: number, registry: MetricsRegistry) {
    const rejected = registry.counter(
      'binnacle_requests_rejected_total',
      'Requests rejected with 429 because of too many others, without priority and fairness.',
      ['request_kind'],
    )
    this.#reads = new InFlight(reads, rejected.labels('readOnly'))
    this.#writes = new InFlight(writes, rejected.labels('mutating'))
  }

  before(context: RequestContext): void {
    if (context.isLongRunning || (context.target === undefined && PROBES.test(context.path))) return
    const inFlight = isReadOnly(context.request.method) ? this.#reads : this.#writes
    inFlight.enter(context)
  }

  after(context: RequestContext): void {
    context.seat?.leave(0)
  }
}
