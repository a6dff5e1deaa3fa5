import type { Filter } from '#http/filter.js'
import { isReadOnly } from '#http/observe/request-labels.js'
import type { RequestContext } from '#http/request/request-context.js'
import { FlowHeaders } from '#http/response/flow-headers.js'
import type { Gauge, MetricsRegistry } from '#observe/metrics.js'
import type { ChangeFeed } from '#registry/change-feed.js'
import { ActiveSchema, type DistinguisherMethod } from './active-schema.js'
import { FlowClassifier } from './classifier.js'
import { Dispatcher } from './dispatcher.js'
import { followFlowControl, readFlowControl } from './flow-control-objects.js'
import { FlowMetrics, measureSeats } from './flow-metrics.js'
import type { PriorityLevel } from './priority-level.js'
import { widthOf } from './request-width.js'

/**
 * API priority and fairness: flow schemas assign requests to priority levels, and levels give them seats. Watches and
 * forwarded requests take no seats: a watch starts synchronously.
 */
export class PriorityAndFairness implements Filter {
  readonly #feed: ChangeFeed
  readonly #dispatcher: Dispatcher
  readonly #metrics: FlowMetrics
  readonly #waitingReads: Gauge
  readonly #waitingWrites: Gauge
  readonly #unfollow: () => void
  /** Undefined after a change, until the next request. */
  #classifier: FlowClassifier | undefined
  #schemas: readonly ActiveSchema[] = []

  /** `total` are the seats of all levels; 0 for no limit. */
  constructor(total: number, feed: ChangeFeed, registry: MetricsRegistry) {
    this.#feed = feed
    this.#dispatcher = new Dispatcher({ total: total || Number.POSITIVE_INFINITY })
    this.#metrics = new FlowMetrics(registry)
    const waiting = registry.gauge('apiserver_current_inqueue_requests', 'Requests that wait for a seat.', [
      'request_kind',
    ])
    this.#waitingReads = waiting.labels('readOnly')
    this.#waitingWrites = waiting.labels('mutating')
    measureSeats(
      registry,
      () => this.levels,
      (level) => this.#dispatcher.limitOf(level),
    )
    this.#unfollow = followFlowControl(feed, () => {
      this.#classifier = undefined
    })
  }

  before(context: RequestContext): void | Promise<void> {
    const { isLongRunning } = context
    if (isLongRunning && context.verb !== 'watch') return
    const flow = this.classifier.flowOf(context)
    context.flowHeaders = flow.schema.headers
    if (isLongRunning) return
    // What it waited for before, as for a webhook that knows its user, is no time in a queue.
    const now = context.resumedAt ?? context.arrivedAt
    const pending = this.#dispatcher.take(flow, context, widthOf(context, this.#feed), now)
    if (pending === undefined) return
    const waiting = isReadOnly(context.request.method) ? this.#waitingReads : this.#waitingWrites
    waiting.value++
    return pending.finally(() => {
      waiting.value--
    })
  }

  after(context: RequestContext): void {
    context.seat?.leave(context.respondedAt)
  }

  get classifier(): FlowClassifier {
    this.#classifier ??= this.#configure()
    return this.#classifier
  }

  get levels(): readonly PriorityLevel[] {
    this.#classifier ??= this.#configure()
    return this.#dispatcher.levels
  }

  close(): void {
    this.#unfollow()
  }

  #configure(): FlowClassifier {
    const { levels, schemas } = readFlowControl(this.#feed)
    this.#dispatcher.configure(levels)
    const known = new Map(this.#dispatcher.levels.map((level) => [level.name, level]))
    const uids = new Map(levels.map(({ name, uid }) => [name, uid]))
    const before = this.#schemas
    this.#schemas = schemas.map(({ name, uid, spec }) => {
      const { name: levelName } = spec.priorityLevelConfiguration
      const method = spec.distinguisherMethod?.type as DistinguisherMethod
      return new ActiveSchema(
        { name, method, rules: spec.rules ?? [] },
        known.get(levelName) as PriorityLevel,
        FlowHeaders.of(uid, uids.get(levelName) ?? ''),
        this.#metrics.of(levelName, name),
      )
    })
    for (const { name, level } of before) {
      if (this.#schemas.every((schema) => schema.name !== name || schema.level !== level)) {
        this.#metrics.forget(level.name, name)
      }
    }
    return new FlowClassifier(this.#schemas)
  }
}
