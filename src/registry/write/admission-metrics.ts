import type { Histogram, MetricsRegistry } from '#observe/metrics.js'

/** In seconds, as kube-apiserver has them. */
const BOUNDS = [0.005, 0.025, 0.1, 0.5, 1, 2.5]
/** How kube-apiserver names the two steps. */
const TYPES = { admit: 'admit', check: 'validate' } as const
const OPERATIONS = ['create', 'update', 'delete', 'connect'] as const
type AdmittedOperation = (typeof OPERATIONS)[number]

type ByOutcome = Readonly<Record<'accepted' | 'rejected', Histogram>>

/** Times the two steps of admission, with all plugins together. */
export class AdmissionMetrics {
  readonly #durations: Readonly<Record<keyof typeof TYPES, Readonly<Record<AdmittedOperation, ByOutcome>>>>

  constructor(registry: MetricsRegistry) {
    const durations = registry.histogram(
      'apiserver_admission_step_admission_duration_seconds',
      'Duration of the steps of admission, with all plugins and webhooks.',
      BOUNDS,
      ['type', 'operation', 'rejected'],
    )
    const ofType = (type: string) => {
      const ofOperation = (operation: AdmittedOperation): [AdmittedOperation, ByOutcome] => [
        operation,
        {
          accepted: durations.labels(type, operation.toUpperCase(), 'false'),
          rejected: durations.labels(type, operation.toUpperCase(), 'true'),
        },
      ]
      return Object.fromEntries(OPERATIONS.map(ofOperation)) as Record<AdmittedOperation, ByOutcome>
    }
    this.#durations = { admit: ofType(TYPES.admit), check: ofType(TYPES.check) }
  }

  observe(
    step: keyof typeof TYPES,
    operation: AdmittedOperation,
    isRejected: boolean,
    seconds: number,
  ): void {
    const { accepted, rejected } = this.#durations[step][operation]
    ;(isRejected ? rejected : accepted).observe(seconds)
  }
}
