import { LEGACY_WORDS, validateReplicatedPods } from '#kinds/shared/workload/rules.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { mustNotBeNegative } from '#meta/field-rules.js'
import type { ReplicaSet, ReplicaSetSpec } from './schema.js'

export function validateReplicaSet({ spec }: Readonly<ReplicaSet>, errors: FieldErrors): void {
  errors.member('spec', spec, validateSpec)
}

function validateSpec(spec: ReplicaSetSpec, errors: FieldErrors): void {
  mustNotBeNegative('replicas', spec.replicas, errors)
  mustNotBeNegative('minReadySeconds', spec.minReadySeconds, errors)
  validateReplicatedPods(spec, LEGACY_WORDS, errors)
}
