import {
  CURRENT_MESSAGES,
  LEGACY_MESSAGES,
  validateReplicatedPods,
  type WorkloadMessages,
} from '#kinds/shared/workload/rules.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { mustNotBeNegative } from '#meta/field-rules.js'
import type * as v1 from './apps-v1/schema.js'
import type * as v1beta1 from './extensions-v1beta1/schema.js'

export function validateReplicaSet({ spec }: Readonly<v1.ReplicaSet>, errors: FieldErrors): void {
  errors.member('spec', spec, validateSpec, CURRENT_MESSAGES)
}

export function validateLegacyReplicaSet({ spec }: Readonly<v1beta1.ReplicaSet>, errors: FieldErrors): void {
  errors.member('spec', spec, validateSpec, LEGACY_MESSAGES)
}

function validateSpec(
  spec: v1.ReplicaSetSpec | v1beta1.ReplicaSetSpec,
  errors: FieldErrors,
  words: WorkloadMessages,
): void {
  mustNotBeNegative('replicas', spec.replicas, errors)
  mustNotBeNegative('minReadySeconds', spec.minReadySeconds, errors)
  validateReplicatedPods(spec, words, errors)
}
