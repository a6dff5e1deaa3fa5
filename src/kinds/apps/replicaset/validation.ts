import type { FieldErrors } from '../../../meta/field-errors.js'
import { mustNotBeNegative } from '../../../meta/field-rules.js'
import { mustNotExceedReplicas, validateReadyAndAvailable } from '../../shared/replica-count-rules.js'
import { validateReplicatedPods } from '../../shared/workload-rules.js'
import type { ReplicaSet, ReplicaSetSpec, ReplicaSetStatus } from './schema.js'

export function validateReplicaSet({ spec }: Readonly<ReplicaSet>, errors: FieldErrors): void {
  errors.member('spec', spec, validateSpec)
}

function validateSpec(spec: ReplicaSetSpec, errors: FieldErrors): void {
  mustNotBeNegative('replicas', spec.replicas, errors)
  mustNotBeNegative('minReadySeconds', spec.minReadySeconds, errors)
  validateReplicatedPods(spec, errors)
}

/** What a controller may report. */
export function validateReplicaSetStatus(
  { status }: Readonly<ReplicaSet>,
  _current: Readonly<ReplicaSet>,
  errors: FieldErrors,
): void {
  errors.member('status', status, validateStatus)
}

const COUNTS = [
  'replicas',
  'fullyLabeledReplicas',
  'readyReplicas',
  'availableReplicas',
  'observedGeneration',
] as const

function validateStatus(status: ReplicaSetStatus, errors: FieldErrors): void {
  for (const field of COUNTS) mustNotBeNegative(field, status[field], errors)
  mustNotExceedReplicas('fullyLabeledReplicas', status.fullyLabeledReplicas, status, errors)
  validateReadyAndAvailable(status, errors)
}
