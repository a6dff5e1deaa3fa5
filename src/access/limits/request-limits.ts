import { MASTERS } from '#access/identity/authenticator.js'
import type { Filter } from '#http/filter.js'
import type { RequestContext } from '#http/request/request-context.js'
import type { MetricsRegistry } from '#observe/metrics.js'
import { FairSeats } from './fair-seats.js'

/** Health checks are served under overload. */
const PROBES = /^\/(healthz|livez|readyz)(\/|$)/

export interface RequestLimitsOptions {
  /** Maximum reads and writes in flight; 0 for no limit. */
  readonly reads: number
  readonly writes: number
  /** Whether there is authentication. */
  readonly knowsUsers: boolean
}

/**
 * Limits requests in flight and schedules users fairly. Members of `system:masters` are scheduled but not limited.
 * Watches and forwarded requests have their own limit.
 */
export class RequestLimits implements Filter {
  readonly #reads: FairSeats
  readonly #writes: FairSeats
  readonly #unlimited: FairSeats

  constructor({ reads, writes, knowsUsers }: RequestLimitsOptions, registry: MetricsRegistry) {
    const kind = ['kind'] as const
    const inFlight = registry.gauge('binnacle_seats_taken', 'Requests in flight, watches excluded.', kind)
    const waiting = registry.gauge('binnacle_requests_waiting', 'Requests that wait for a slot.', kind)
    const rejected = registry.counter(
      'binnacle_requests_rejected_total',
      'Requests rejected with 429 because of too many others.',
      kind,
    )
    const seats = (name: string, limit: number) =>
      new FairSeats({
        limit: limit || Number.POSITIVE_INFINITY,
        keepsUsersApart: knowsUsers,
        metrics: {
          inFlight: inFlight.labels(name),
          waiting: waiting.labels(name),
          rejected: rejected.labels(name),
        },
      })
    this.#reads = seats('read', reads)
    this.#writes = seats('write', writes)
    this.#unlimited = seats('unlimited', 0)
  }

  before(context: RequestContext): void | Promise<void> {
    if (context.isLongRunning || (context.target === undefined && PROBES.test(context.path))) return
    const { user } = context
    const seats = user.groups.includes(MASTERS) ? this.#unlimited : this.#seatsFor(context)
    const queue = seats.of(user.name)
    const pending = seats.take(queue, context, context.arrivedAt)
    if (pending === undefined) {
      context.seat = queue
      return
    }
    return pending.then(() => {
      context.seat = queue
    })
  }

  after(context: RequestContext): void {
    context.seat?.leave()
  }

  #seatsFor({ request: { method } }: RequestContext): FairSeats {
    return method === 'GET' || method === 'HEAD' || method === 'OPTIONS' ? this.#reads : this.#writes
  }
}
