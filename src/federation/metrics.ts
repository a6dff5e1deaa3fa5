import type { Counter, MetricsRegistry } from '#observe/metrics.js'

/** What has become of a write to a member. */
export type WriteOutcome = 'applied' | 'removed' | 'failed'

/** The number of clusters with a value of their own: who reads metrics keeps a series for each. */
const MAX_CLUSTERS = 100
const OTHERS = '*'

interface MeasuredCluster {
  readonly isReady: boolean
}

/** What operators can measure of a federation. */
export class FederationMetrics {
  readonly #outcomes: Readonly<Record<WriteOutcome, Counter>>

  /** `queues` tells how many copies have yet to be written, by the names of clusters. */
  constructor(
    registry: MetricsRegistry,
    clusters: Iterable<MeasuredCluster>,
    queues: () => Iterable<readonly [cluster: string, length: number]>,
  ) {
    registry.readEach(
      'binnacle_federation_clusters',
      'Clusters of the federation, by whether they are ready.',
      'gauge',
      'state',
      () => byState(clusters),
    )
    const outcomes = registry.counter(
      'binnacle_federation_copies_total',
      'Writes of copies to members, by what has become of them.',
      ['outcome'],
    )
    this.#outcomes = {
      applied: outcomes.labels('applied'),
      removed: outcomes.labels('removed'),
      failed: outcomes.labels('failed'),
    }
    registry.readEach(
      'binnacle_federation_queue_length',
      'Copies that wait to be written or are being written, by cluster.',
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
