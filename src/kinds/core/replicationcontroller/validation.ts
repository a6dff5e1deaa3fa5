import {
  CURRENT_MESSAGES,
  mustBeSelected,
  validateAlwaysRestartedTemplate,
} from '#kinds/shared/workload/rules.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { mustNotBeNegative } from '#meta/field-rules.js'
import type { ReplicationController, ReplicationControllerSpec } from './schema.js'

export function validateReplicationController(
  { spec }: Readonly<ReplicationController>,
  errors: FieldErrors,
): void {
  errors.field('spec', spec, validateSpec)
}

function validateSpec(spec: ReplicationControllerSpec, errors: FieldErrors): void {
  const { selector, template, replicas = 0 } = spec
  mustNotBeNegative('minReadySeconds', spec.minReadySeconds, errors)
  if (selector === undefined) errors.required('selector')
  mustNotBeNegative('replicas', replicas, errors)
  if (template === undefined) {
    errors.required('template')
    return
  }
  if (selector !== undefined) {
    mustBeSelected({ selector: { matchLabels: selector, matchExpressions: undefined }, template }, errors)
  }
  validateAlwaysRestartedTemplate(
    template,
    { keeper: 'ReplicationController', several: replicas > 1, words: CURRENT_MESSAGES },
    errors,
  )
}
