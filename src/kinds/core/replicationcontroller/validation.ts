import {
  CURRENT_MESSAGES,
  mustBeSelected,
  validateAlwaysRestartedTemplate,
} from '#kinds/shared/workload/rules.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { mustNotBeNegative } from '#meta/field-rules.js'
import { semanticEqual } from '#schema/equal.js'
import { map, string } from '#schema/type.js'
import type { ReplicationController, ReplicationControllerSpec } from './schema.js'

export function validateReplicationController(
  { spec }: Readonly<ReplicationController>,
  errors: FieldErrors,
): void {
  errors.field('spec', spec, validateSpec)
}

/** Marks a field that an older API could not hold. */
const NOT_CONVERTIBLE = 'non-convertible.kubernetes.io/'

export function validateReplicationControllerUpdate(
  { spec: { selector } }: Readonly<ReplicationController>,
  { metadata, spec: current }: Readonly<ReplicationController>,
  errors: FieldErrors,
): void {
  for (const [key, value] of Object.entries(metadata.annotations ?? {})) {
    if (!key.startsWith(NOT_CONVERTIBLE)) continue
    const field = key.slice(NOT_CONVERTIBLE.length)
    if (!field.includes('selector')) errors.notFound(field, value, 'unknown non-convertible field')
    else if (!semanticEqual(map(string), selector, current.selector)) {
      errors.invalid('spec.selector', selector, 'cannot update non-convertible selector')
    }
  }
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
