import type { FieldErrors } from '#meta/field-errors.js'

/** The rules on the numbers that controllers report in a status. */

interface Counts {
  readonly replicas?: number | undefined
  readonly readyReplicas?: number | undefined
  readonly availableReplicas?: number | undefined
}

/** Of all pods there can be no more that are something than there are. */
export function mustNotExceedReplicas(
  field: string,
  count: number | undefined,
  { replicas = 0 }: Counts,
  errors: FieldErrors,
): void {
  if ((count ?? 0) > replicas) errors.invalid(field, count ?? 0, 'cannot be greater than status.replicas')
}

/** A pod that is available is ready, and one that is ready is there. */
export function validateReadyAndAvailable(status: Counts, errors: FieldErrors): void {
  const { readyReplicas, availableReplicas } = status
  mustNotExceedReplicas('readyReplicas', readyReplicas, status, errors)
  mustNotExceedReplicas('availableReplicas', availableReplicas, status, errors)
  if ((availableReplicas ?? 0) > (readyReplicas ?? 0)) {
    errors.invalid('availableReplicas', availableReplicas, 'cannot be greater than readyReplicas')
  }
}

/** A count of clashes keeps names from being tried again, so it never goes back. */
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
