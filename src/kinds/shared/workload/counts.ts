import { percent } from '#kinds/shared/formats.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { mustNotBeNegative } from '#meta/field-rules.js'

/** A number of pods, or a percentage such as `25%`. */
type CountOrPercent = number | string | undefined

export function mustBeCountOrPercent(field: string, value: CountOrPercent, errors: FieldErrors): void {
  if (typeof value !== 'string') mustNotBeNegative(field, value, errors)
  else for (const message of percent(value)) errors.invalid(field, value, message)
}

const PERCENT = /^([0-9]+)%$/
const NUMBER = /^[+-]?[0-9]+$/

/** The number, with or without a percent sign; 0 if there is none. */
export function amountIn(value: CountOrPercent): number {
  if (typeof value !== 'string') return value ?? 0
  const share = PERCENT.exec(value)?.[1]
  return share === undefined ? (NUMBER.test(value) ? Number(value) : 0) : Number(share)
}

/** A percentage must not exceed 100; a count may be any number. */
export function mustNotExceedAll(field: string, value: CountOrPercent, errors: FieldErrors): void {
  if (typeof value !== 'string' || !PERCENT.test(value) || amountIn(value) <= 100) return
  errors.invalid(field, value, 'must not be greater than 100%')
}

/** The rules on the counts in a status. */

interface Counts {
  readonly replicas?: number | undefined
  readonly readyReplicas?: number | undefined
  readonly availableReplicas?: number | undefined
}

/** No count can exceed the number of replicas. */
export function mustNotExceedReplicas(
  field: string,
  count: number | undefined,
  { replicas = 0 }: Counts,
  errors: FieldErrors,
): void {
  if ((count ?? 0) > replicas) errors.invalid(field, count ?? 0, 'cannot be greater than status.replicas')
}

/** Available pods are ready, and ready pods are replicas. */
export function validateReadyAndAvailable(status: Counts, errors: FieldErrors): void {
  const { readyReplicas, availableReplicas } = status
  mustNotExceedReplicas('readyReplicas', readyReplicas, status, errors)
  mustNotExceedReplicas('availableReplicas', availableReplicas, status, errors)
  if ((availableReplicas ?? 0) > (readyReplicas ?? 0)) {
    errors.invalid('availableReplicas', availableReplicas, 'cannot be greater than readyReplicas')
  }
}

const STATUS_COUNTS = [
  'replicas',
  'fullyLabeledReplicas',
  'readyReplicas',
  'availableReplicas',
  'terminatingReplicas',
  'observedGeneration',
] as const

/** The status of a ReplicaSet or a ReplicationController. */
interface ReplicaStatus extends Counts {
  readonly fullyLabeledReplicas?: number | undefined
  readonly terminatingReplicas?: number | undefined
  readonly observedGeneration?: number | undefined
}

export function validateReplicaStatus(
  { status }: { readonly status: ReplicaStatus },
  _current: unknown,
  errors: FieldErrors,
): void {
  errors.field('status', status, validateStatusCounts)
}

function validateStatusCounts(status: ReplicaStatus, errors: FieldErrors): void {
  for (const field of STATUS_COUNTS) mustNotBeNegative(field, status[field], errors)
  mustNotExceedReplicas('fullyLabeledReplicas', status.fullyLabeledReplicas, status, errors)
  validateReadyAndAvailable(status, errors)
}

/** The collision count keeps names from being reused, so it never decreases. */
export function mustNotDecrease(
  field: string,
  count: number | undefined,
  before: number | undefined,
  errors: FieldErrors,
): void {
  if (before !== undefined && (count === undefined || count < before)) {
    errors.invalid(field, count ?? 0, 'cannot be decremented')
  }
}
