import { mustOutlastReadiness, validateStrategy } from '#kinds/apps/deployment/rollout-rules.js'
import { LEGACY_WORDS, validateReplicatedPods } from '#kinds/shared/workload/rules.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { mustNotBeNegative } from '#meta/field-rules.js'
import { validateAnnotations } from '#meta/label-rules.js'
import type { Deployment, DeploymentRollback, DeploymentSpec } from './schema.js'

export function validateDeployment({ spec }: Readonly<Deployment>, errors: FieldErrors): void {
  errors.member('spec', spec, validateSpec)
}

function validateSpec(spec: DeploymentSpec, errors: FieldErrors): void {
  mustNotBeNegative('replicas', spec.replicas, errors)
  validateReplicatedPods(spec, LEGACY_WORDS, errors)
  errors.member('strategy', spec.strategy, validateStrategy)
  mustNotBeNegative('minReadySeconds', spec.minReadySeconds, errors)
  mustNotBeNegative('revisionHistoryLimit', spec.revisionHistoryLimit, errors)
  mustNotBeNegative('rollbackTo.revision', spec.rollbackTo?.revision, errors)
  mustNotBeNegative('progressDeadlineSeconds', spec.progressDeadlineSeconds, errors)
  mustOutlastReadiness(spec, 'must be greater than minReadySeconds.', errors)
}

export function validateDeploymentRollback(
  { name, updatedAnnotations, rollbackTo }: Readonly<DeploymentRollback>,
  errors: FieldErrors,
): void {
  if (name === '') errors.required('name', 'name is required')
  validateAnnotations('updatedAnnotations', updatedAnnotations, errors)
  mustNotBeNegative('rollbackTo.revision', rollbackTo.revision, errors)
}
