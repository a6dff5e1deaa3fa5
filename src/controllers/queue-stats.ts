import { Counter, Histogram, type MetricsRegistry } from '#observe/metrics.js'

/** In seconds, as client-go has them, without those below a microsecond. */
const BOUNDS = [1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 0.1, 1, 10, 100, 1000]

/** What a work queue counts. */
export class QueueStats {
  readonly adds = new Counter()
  readonly retries = new Counter()
  /** Seconds that items wait, and that their work takes. */
  readonly waited = new Histogram(BOUNDS)
  readonly worked = new Histogram(BOUNDS)
}

interface MeasuredController {
  readonly name: string
  readonly pending: number
  readonly queueStats?: QueueStats
}

/** Registers the metrics of controllers, under the names of client-go. */
export function registerQueueMetrics(
  registry: MetricsRegistry,
  controllers: readonly MeasuredController[],
): void {
  registry.readEach(
    'workqueue_depth',
    'Objects that wait for a controller, are being worked on, or are to be tried again.',
    'gauge',
    'name',
    () => controllers.map(({ name, pending }) => [name, pending] as const),
  )
  const each = (pick: (stats: QueueStats) => Counter | Histogram) => () =>
    controllers.flatMap(({ name, queueStats }) =>
      queueStats === undefined ? [] : [[name, pick(queueStats)] as const],
    )
  registry.collect(
    'workqueue_adds_total',
    'Objects added to the queue of a controller.',
    'counter',
    'name',
    each(({ adds }) => adds),
  )
  registry.collect(
    'workqueue_retries_total',
    'Work on an object that failed and is tried again.',
    'counter',
    'name',
    each(({ retries }) => retries),
  )
  registry.collect(
    'workqueue_queue_duration_seconds',
    'How long objects wait for a controller.',
    'histogram',
    'name',
    each(({ waited }) => waited),
  )
  registry.collect(
    'workqueue_work_duration_seconds',
    'How long a controller works on an object.',
    'histogram',
    'name',
    each(({ worked }) => worked),
  )
}
