import type { FieldErrors } from '#meta/field-errors.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { type MatchResources, validateMatchResources } from './match-resources.js'
import { type ParamRef, validateParamRef } from './param-ref.js'

/** What bindings of validating and mutating policies have in common. */
interface BindingSpec {
  policyName?: string | undefined
  paramRef?: ParamRef | undefined
  matchResources?: MatchResources | undefined
}

/** The rules that they share. */
export function validateBindingSpec(
  { policyName = '', paramRef, matchResources }: BindingSpec,
  errors: FieldErrors,
): void {
  if (policyName === '') errors.required('policyName')
  else errors.format('policyName', policyName, rfc1123Subdomain)
  errors.field('paramRef', paramRef, validateParamRef)
  errors.field('matchResources', matchResources, validateMatchResources)
}
