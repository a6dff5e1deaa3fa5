import { validateMatchResources } from '#kinds/admissionregistration/shared/match-resources.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { mustBeOneOf } from '#meta/field-rules.js'
import { pathSegment, rfc1123Subdomain } from '#meta/formats.js'
import { validateLabelSelector } from '#meta/label-selector-rules.js'
import {
  type ParamRef,
  VALIDATION_ACTIONS,
  type ValidatingAdmissionPolicyBinding,
  type ValidatingAdmissionPolicyBindingSpec,
} from './schema.js'

const EXCLUSIVE = 'name and selector are mutually exclusive'
const NOT_FOUND_ACTIONS = ['Deny', 'Allow']

export function validateBinding(
  { spec }: Readonly<ValidatingAdmissionPolicyBinding>,
  errors: FieldErrors,
): void {
  errors.field('spec', spec, validateSpec)
}

function validateSpec(spec: ValidatingAdmissionPolicyBindingSpec, errors: FieldErrors): void {
  const { policyName = '', validationActions = [] } = spec
  if (policyName === '') errors.required('policyName')
  else errors.format('policyName', policyName, rfc1123Subdomain)
  errors.field('paramRef', spec.paramRef, validateParamRef)
  errors.field('matchResources', spec.matchResources, validateMatchResources)
  validateActions(validationActions, errors)
}

function validateParamRef(ref: ParamRef, errors: FieldErrors): void {
  const { name = '', selector, parameterNotFoundAction = '' } = ref
  if (name !== '') {
    errors.format('name', name, pathSegment)
    if (selector !== undefined) errors.forbidden('name', EXCLUSIVE)
  }
  if (selector !== undefined) {
    errors.field('selector', selector, validateLabelSelector)
    if (name !== '') errors.forbidden('selector', EXCLUSIVE)
  }
  if (name === '' && selector === undefined) {
    errors.required('', 'one of name or selector must be specified')
  }
  if (parameterNotFoundAction === '') errors.required('parameterNotFoundAction')
  else mustBeOneOf('parameterNotFoundAction', parameterNotFoundAction, NOT_FOUND_ACTIONS, errors)
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
