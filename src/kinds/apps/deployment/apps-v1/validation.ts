import { mustOutlastReadiness, validateStrategy } from '#kinds/apps/deployment/rollout-rules.js'
import { TODAYS_WORDS, validateReplicatedPods } from '#kinds/shared/workload/rules.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { mustNotBeNegative } from '#meta/field-rules.js'
import type { Deployment, DeploymentSpec } from './schema.js'

export function validateDeployment({ spec }: Readonly<Deployment>, errors: FieldErrors): void {
  errors.member('spec', spec, validateSpec)
}

function validateSpec(spec: DeploymentSpec, errors: FieldErrors): void {
  const { selector, template, replicas } = spec
  mustNotBeNegative('replicas', replicas, errors)
  validateReplicatedPods({ selector: selector ?? undefined, template, replicas }, TODAYS_WORDS, errors)
  errors.member('strategy', spec.strategy, validateStrategy)
  mustNotBeNegative('minReadySeconds', spec.minReadySeconds, errors)
  mustNotBeNegative('revisionHistoryLimit', spec.revisionHistoryLimit, errors)
  mustNotBeNegative('progressDeadlineSeconds', spec.progressDeadlineSeconds, errors)
  mustOutlastReadiness(spec, 'must be greater than minReadySeconds', errors)
}
