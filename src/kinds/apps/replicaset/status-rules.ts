import { mustNotExceedReplicas, validateReadyAndAvailable } from '#kinds/shared/workload/counts.js'
import type { ApiObject } from '#meta/api-object.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { mustNotBeNegative } from '#meta/field-rules.js'
import type { ReplicaSetStatus } from './extensions-v1beta1/schema.js'

/** A replica set in any version: its status is the same in all of them. */
interface Reported extends ApiObject {
  status: ReplicaSetStatus
}

/** What a controller may report. */
export function validateReplicaSetStatus(
  { status }: Readonly<Reported>,
  _current: Readonly<Reported>,
  errors: FieldErrors,
): void {
  errors.member('status', status, validateStatus)
}

const COUNTS = [
  'replicas',
  'fullyLabeledReplicas',
  'readyReplicas',
  'availableReplicas',
  'terminatingReplicas',
  'observedGeneration',
] as const

function validateStatus(status: ReplicaSetStatus, errors: FieldErrors): void {
  for (const field of COUNTS) mustNotBeNegative(field, status[field], errors)
  mustNotExceedReplicas('fullyLabeledReplicas', status.fullyLabeledReplicas, status, errors)
  validateReadyAndAvailable(status, errors)
}
