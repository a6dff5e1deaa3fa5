import type { HealthChecks } from './health.js'
import { MetricsRegistry } from './metrics.js'

/** The health checks as metrics, for `/metrics/slis`. Each read runs all checks. */
export class HealthMetrics {
  readonly #endpoints: Readonly<Record<string, HealthChecks>>
  readonly #registry = new MetricsRegistry()
  readonly #states = this.#registry.gauge(
    'kubernetes_healthcheck',
    'Whether a health check passes: 1 or 0.',
    ['name', 'type'],
  )
  readonly #runs = this.#registry.counter(
    'kubernetes_healthchecks_total',
    'Runs of health checks, by result.',
    [...(['name', 'type', 'status'] as const)],
  )

  constructor(endpoints: Readonly<Record<string, HealthChecks>>) {
    this.#endpoints = endpoints
    for (const [type, checks] of Object.entries(endpoints)) {
      checks.onRun = ({ name, failure }) => {
        this.#states.labels(name, type).set(failure === undefined ? 1 : 0)
        this.#runs.labels(name, type, failure === undefined ? 'success' : 'error').inc()
      }
    }
  }

  expose(): string {
    for (const checks of Object.values(this.#endpoints)) checks.report()
    return this.#registry.expose()
  }
}
