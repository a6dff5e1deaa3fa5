import type { Counter, MetricsRegistry } from '#observe/metrics.js'

/** The outcome of a write to a member. */
export type WriteOutcome = 'applied' | 'removed' | 'failed'

/** Maximum number of cluster labels: each is a time series. */
const MAX_CLUSTERS = 100
const OTHERS = '*'

interface MeasuredCluster {
  readonly isReady: boolean
}

export class FederationMetrics {
  readonly #outcomes: Readonly<Record<WriteOutcome, Counter>>

  /** `queues` yields the pending writes per cluster. */
  constructor(
    registry: MetricsRegistry,
    clusters: Iterable<MeasuredCluster>,
    queues: () => Iterable<readonly [cluster: string, length: number]>,
  ) {
    registry.readEach(
      'binnacle_federation_clusters',
      'Clusters of the federation, by state: ready or unready.',
      'gauge',
      'state',
      () => byState(clusters),
    )
    const outcomes = registry.counter(
      'binnacle_federation_copies_total',
      'Writes of copies to members, by outcome: applied, removed or failed.',
      ['outcome'],
    )
    this.#outcomes = {
      applied: outcomes.labels('applied'),
      removed: outcomes.labels('removed'),
      failed: outcomes.labels('failed'),
    }
    registry.readEach(
      'binnacle_federation_queue_length',
      'Copies that wait to be written, or are being written, by cluster.',
      'gauge',
      'cluster',
      () => bounded(queues()),
    )
  }

  count(outcome: WriteOutcome): void {
    this.#outcomes[outcome].inc()
  }
}

function byState(clusters: Iterable<MeasuredCluster>): readonly (readonly [string, number])[] {
  let ready = 0
  let all = 0
  for (const { isReady } of clusters) {
    all++
    if (isReady) ready++
  }
  return [
    ['ready', ready],
    ['unready', all - ready],
  ]
}

function bounded(queues: Iterable<readonly [string, number]>): readonly (readonly [string, number])[] {
  const inOrder = [...queues].sort(([a], [b]) => (a < b ? -1 : 1))
  const others = inOrder.splice(MAX_CLUSTERS)
  if (others.length === 0) return inOrder
  return [...inOrder, [OTHERS, others.reduce((sum, [, length]) => sum + length, 0)]]
}
