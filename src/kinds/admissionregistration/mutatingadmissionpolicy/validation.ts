import {
  APPLY_RESULT,
  compileExpression,
  JSON_PATCH_RESULT,
  type Variables,
} from '#kinds/admissionregistration/expressions/expression.js'
import { policyEnvironment } from '#kinds/admissionregistration/expressions/policy-environment.js'
import {
  sharedExpressions,
  validatePolicySpec,
} from '#kinds/admissionregistration/expressions/policy-rules.js'
import { validateMutableOperations } from '#kinds/admissionregistration/shared/match-resources.js'
import { REINVOCATION_POLICIES } from '#kinds/admissionregistration/shared/webhook.js'
import { mustBeShortTogether } from '#kinds/shared/expression-length.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { mustBeGivenAsOneOf } from '#meta/field-rules.js'
import {
  APPLY,
  JSON_PATCH,
  type MutatingAdmissionPolicy,
  type MutatingAdmissionPolicySpec,
  type Mutation,
  PATCH_TYPES,
} from './schema.js'

export function validatePolicy({ spec }: Readonly<MutatingAdmissionPolicy>, errors: FieldErrors): void {
  errors.field('spec', spec, validateSpec)
}

function validateSpec(spec: MutatingAdmissionPolicySpec, errors: FieldErrors): void {
  const { matchConstraints, mutations = [], reinvocationPolicy } = spec
  if (!mustBeShortTogether('', expressionsOf(spec), errors)) return
  const environment = policyEnvironment(spec)
  validatePolicySpec(spec, environment, errors)
  errors.field('matchConstraints', matchConstraints, validateMutableOperations)
  if (mutations.length === 0) errors.required('mutations', 'mutations must contain at least one item')
  errors.each('mutations', mutations, validateMutation, environment.variables)
  mustBeGivenAsOneOf('reinvocationPolicy', reinvocationPolicy, REINVOCATION_POLICIES, errors)
}

function* expressionsOf(spec: MutatingAdmissionPolicySpec): Iterable<string | undefined> {
  yield* sharedExpressions(spec)
  for (const { applyConfiguration, jsonPatch } of spec.mutations ?? []) {
    yield applyConfiguration?.expression
    yield jsonPatch?.expression
  }
}

/** The field of each type, and what its expression must be. */
const PATCHES = [
  { patchType: APPLY, field: 'applyConfiguration', wanted: APPLY_RESULT },
  { patchType: JSON_PATCH, field: 'jsonPatch', wanted: JSON_PATCH_RESULT },
] as const

function validateMutation(mutation: Mutation, errors: FieldErrors, variables: Variables): void {
  const { patchType } = mutation
  if (!PATCH_TYPES.includes(patchType)) {
    mustBeGivenAsOneOf('patchType', patchType, PATCH_TYPES, errors)
    return
  }
  for (const { patchType: type, field, wanted } of PATCHES) {
    const patch = mutation[field]
    if (type !== patchType) {
      if (patch !== undefined)
        errors.invalid(field, `{${field}}`, `must not be specified when patchType is ${patchType}`)
    } else if (patch === undefined) {
      errors.required(field, `must be specified when patchType is ${patchType}`)
    } else {
      const expression = (patch.expression ?? '').trim()
      const { error } = compileExpression(expression, variables, wanted, true)
      if (expression === '') errors.required(`${field}.expression`)
      else if (error !== undefined) errors.invalid(`${field}.expression`, expression, error)
    }
  }
}
