import { validateBindingSpec } from '#kinds/admissionregistration/shared/binding-rules.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { mustBeOneOf } from '#meta/field-rules.js'
import {
  VALIDATION_ACTIONS,
  type ValidatingAdmissionPolicyBinding,
  type ValidatingAdmissionPolicyBindingSpec,
} from './schema.js'

export function validateBinding(
  { spec }: Readonly<ValidatingAdmissionPolicyBinding>,
  errors: FieldErrors,
): void {
  errors.field('spec', spec, validateSpec)
}

function validateSpec(spec: ValidatingAdmissionPolicyBindingSpec, errors: FieldErrors): void {
  validateBindingSpec(spec, errors)
  validateActions(spec.validationActions ?? [], errors)
}

function validateActions(actions: readonly string[], errors: FieldErrors): void {
  errors.eachDistinct('validationActions', actions, (action, within, seen) => {
    mustBeOneOf('', action, VALIDATION_ACTIONS, within)
    if (seen.has(action)) within.duplicate('', action)
    seen.add(action)
  })
  if (actions.includes('Deny') && actions.includes('Warn')) {
    errors.invalid(
      'validationActions',
      actions,
      'must not contain both Deny and Warn (repeating the same validation failure information in the API response and headers serves no purpose)',
    )
  }
  if (actions.length === 0) errors.required('validationActions', 'at least one validation action is required')
}
