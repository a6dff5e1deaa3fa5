import type { Counter, Gauge, Histogram, MetricsRegistry } from '#observe/metrics.js'

const LABELS = ['priority_level', 'flow_schema'] as const
const WAIT_BOUNDS = [0, 0.005, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30]

/** Why a request was rejected. */
export type RejectionReason = 'queue-full' | 'concurrency-limit' | 'time-out' | 'cancelled'

/** Metrics under the names of kube-apiserver. */
export class FlowMetrics {
  readonly #waiting
  readonly #running
  readonly #seats
  readonly #dispatched
  readonly #rejected
  readonly #waits

  constructor(registry: MetricsRegistry) {
    const gauge = (name: string, help: string) =>
      registry.gauge(`apiserver_flowcontrol_current_${name}`, help, LABELS)
    this.#waiting = gauge('inqueue_requests', 'Requests that wait in a queue.')
    this.#running = gauge('executing_requests', 'Requests that run.')
    this.#seats = gauge('executing_seats', 'Seats of the requests that run.')
    this.#dispatched = registry.counter(
      'apiserver_flowcontrol_dispatched_requests_total',
      'Requests that were started.',
      LABELS,
    )
    this.#rejected = registry.counter(
      'apiserver_flowcontrol_rejected_requests_total',
      'Requests that were rejected with 429, or whose client left while they waited.',
      [...LABELS, 'reason'],
    )
    this.#waits = registry.histogram(
      'apiserver_flowcontrol_request_wait_duration_seconds',
      'Time in a queue, of requests that were then started or not.',
      WAIT_BOUNDS,
      [...LABELS, 'execute'],
    )
  }

  of(level: string, schema: string): SchemaMetrics {
    return new SchemaMetrics(
      this.#waiting.labels(level, schema),
      this.#running.labels(level, schema),
      this.#seats.labels(level, schema),
      this.#dispatched.labels(level, schema),
      this.#waits.labels(level, schema, 'true'),
      (reason) => this.#rejected.labels(level, schema, reason),
      () => this.#waits.labels(level, schema, 'false'),
    )
  }

  forget(level: string, schema: string): void {
    const labels = { priority_level: level, flow_schema: schema }
    for (const family of [this.#waiting, this.#running, this.#seats]) family.forget(labels)
    for (const family of [this.#dispatched, this.#rejected, this.#waits]) family.forget(labels)
  }
}

/** The metrics of one flow schema. */
export class SchemaMetrics {
  readonly waiting: Gauge
  readonly #running: Gauge
  readonly #seats: Gauge
  readonly #dispatched: Counter
  readonly #waits: Histogram
  readonly #rejected: (reason: RejectionReason) => Counter
  readonly #failedWaits: () => Histogram

  constructor(
    waiting: Gauge,
    running: Gauge,
    seats: Gauge,
    dispatched: Counter,
    waits: Histogram,
    rejected: (reason: RejectionReason) => Counter,
    failedWaits: () => Histogram,
  ) {
    this.waiting = waiting
    this.#running = running
    this.#seats = seats
    this.#dispatched = dispatched
    this.#waits = waits
    this.#rejected = rejected
    this.#failedWaits = failedWaits
  }

  onDispatched(width: number, waitedMs: number): void {
    this.#running.value++
    this.#seats.value += width
    this.#dispatched.value++
    this.#waits.observe(waitedMs / 1000)
  }

  onEnded(width: number): void {
    this.#running.value--
    this.#seats.value -= width
  }

  /** A request that never waited has no time. */
  onRejected(reason: RejectionReason, waitedMs?: number): void {
    this.#rejected(reason).value++
    if (waitedMs !== undefined) this.#failedWaits().observe(waitedMs / 1000)
  }
}

interface LevelSeats {
  readonly name: string
  readonly nominal: number
  readonly min: number
  readonly max: number
}

/** The seats of the levels, computed when they are read. */
export function measureSeats<L extends LevelSeats>(
  registry: MetricsRegistry,
  levels: () => readonly L[],
  limitOf: (level: L) => number,
): void {
  const read = (name: string, help: string, seats: (level: L) => number) =>
    registry.readEach(`apiserver_flowcontrol_${name}_limit_seats`, help, 'gauge', 'priority_level', () =>
      levels().map((level) => [level.name, seats(level)] as const),
    )
  read('nominal', 'Seats of the share of a level.', ({ nominal }) => nominal)
  read('lower', 'Seats that a level never lends.', ({ min }) => min)
  read('upper', 'Seats that a level has at most, with borrowed ones.', ({ max }) => max)
  read('current', 'Seats that a level could use now.', limitOf)
}
