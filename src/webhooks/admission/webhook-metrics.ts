import type { MetricsRegistry } from '#observe/metrics.js'
import type { AdmittedOperation } from '#registry/write/admission.js'

/** In seconds, as kube-apiserver has them. */
const BOUNDS = [0.005, 0.025, 0.1, 0.5, 1, 2.5, 10, 25]
/** Larger codes of webhooks count as this one. */
const MAX_CODE = 600

/** How kube-apiserver names mutating and validating webhooks. */
export type WebhookType = 'admit' | 'validating'

/** One call of a webhook. */
export interface WebhookOutcome {
  readonly name: string
  readonly type: WebhookType
  readonly operation: AdmittedOperation
  readonly seconds: number
  /** The code of the webhook; 200 if it allows the request. */
  readonly code: number
  /** Why the request is rejected; undefined if it is not. */
  readonly rejection?: 'no_error' | 'calling_webhook_error' | undefined
  /** Whether the call failed, and the request goes on. */
  readonly failsOpen?: boolean
}

/** Counts and times calls of admission webhooks, under the names of kube-apiserver. */
export class WebhookMetrics {
  readonly #durations
  readonly #requests
  readonly #rejections
  readonly #openFailures
  /** The webhooks that have series. */
  readonly #names = new Set<string>()

  constructor(registry: MetricsRegistry) {
    this.#durations = registry.histogram(
      'apiserver_admission_webhook_admission_duration_seconds',
      'Duration of calls of admission webhooks.',
      BOUNDS,
      ['name', 'type', 'operation', 'rejected'],
    )
    this.#requests = registry.counter(
      'apiserver_admission_webhook_request_total',
      'Calls of admission webhooks.',
      [...(['name', 'type', 'operation', 'code', 'rejected'] as const)],
    )
    this.#rejections = registry.counter(
      'apiserver_admission_webhook_rejection_count',
      'Requests that an admission webhook rejected, or that were rejected because it could not be called.',
      ['name', 'type', 'operation', 'error_type', 'rejection_code'],
    )
    this.#openFailures = registry.counter(
      'apiserver_admission_webhook_fail_open_count',
      'Requests that went on although an admission webhook could not be called.',
      ['name', 'type'],
    )
  }

  observe({ name, type, operation, seconds, code, rejection, failsOpen }: WebhookOutcome): void {
    this.#names.add(name)
    const verb = operation.toUpperCase()
    const rejected = String(rejection !== undefined)
    const bounded = String(Number.isInteger(code) && code > 0 ? Math.min(code, MAX_CODE) : 0)
    this.#durations.labels(name, type, verb, rejected).observe(seconds)
    this.#requests.labels(name, type, verb, bounded, rejected).inc()
    if (rejection !== undefined) this.#rejections.labels(name, type, verb, rejection, bounded).inc()
    if (failsOpen) this.#openFailures.labels(name, type).inc()
  }

  /** Removes the series of all other webhooks. */
  keep(names: ReadonlySet<string>): void {
    for (const name of this.#names) {
      if (names.has(name)) continue
      this.#names.delete(name)
      for (const family of [this.#durations, this.#requests, this.#rejections, this.#openFailures]) {
        family.forget({ name })
      }
    }
  }
}
