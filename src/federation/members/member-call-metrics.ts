import type { MetricsRegistry } from '#observe/metrics.js'

/** In seconds, as client-go has them. */
const BOUNDS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60]
/** Maximum number of clusters with series of their own. */
const MAX_CLUSTERS = 100
const OTHERS = '*'

/** Observes a call. The code is 0 without a response. */
export type MemberCallObserver = (method: string, code: number, seconds: number) => void

/** Counts and times calls of members, under the names of client-go. The host is the name of the cluster. */
export class MemberCallMetrics {
  readonly #requests
  readonly #durations
  readonly #clusters = new Set<string>()

  constructor(registry: MetricsRegistry) {
    this.#requests = registry.counter(
      'rest_client_requests_total',
      'Requests of the federation to members. The host is the cluster; the code is <error> without a response.',
      ['code', 'method', 'host'],
    )
    this.#durations = registry.histogram(
      'rest_client_request_duration_seconds',
      'Duration of requests of the federation to members.',
      BOUNDS,
      ['verb', 'host'],
    )
  }

  of(cluster: string): MemberCallObserver {
    const isNamed = this.#clusters.has(cluster) || this.#clusters.size < MAX_CLUSTERS
    if (isNamed) this.#clusters.add(cluster)
    const host = isNamed ? cluster : OTHERS
    return (method, code, seconds) => {
      this.#requests.labels(code === 0 ? '<error>' : String(code), method, host).inc()
      this.#durations.labels(method, host).observe(seconds)
    }
  }

  /** Removes the series of a cluster that is gone. */
  forget(cluster: string): void {
    if (!this.#clusters.delete(cluster)) return
    this.#requests.forget({ host: cluster })
    this.#durations.forget({ host: cluster })
  }
}
