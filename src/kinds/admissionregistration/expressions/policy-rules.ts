import type { CelType } from '#cel/types.js'
import { validateMatchConditions } from '#kinds/admissionregistration/shared/match-condition.js'
import { validateMatchResources } from '#kinds/admissionregistration/shared/match-resources.js'
import { type PolicySpec, validateParamKind } from '#kinds/admissionregistration/shared/policy-parts.js'
import { FAILURE_POLICIES } from '#kinds/admissionregistration/shared/webhook.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { mustBeGivenAsOneOf } from '#meta/field-rules.js'
import { BOOLEAN_RESULT, compileExpression, type Variables } from './expression.js'
import type { NamedExpression, PolicyEnvironment } from './policy-environment.js'

const IDENTIFIER = /^[_a-zA-Z][_a-zA-Z0-9]*$/
const KEYWORDS = new Set(
  'true false null in as break const continue else for function if import let loop package namespace return var void while'.split(
    ' ',
  ),
)

/** The rules that validating and mutating policies share. */
export function validatePolicySpec(
  { failurePolicy, paramKind, matchConstraints, matchConditions }: PolicySpec,
  { conditionVariables, named }: PolicyEnvironment,
  errors: FieldErrors,
): void {
  mustBeGivenAsOneOf('failurePolicy', failurePolicy, FAILURE_POLICIES, errors)
  errors.field('paramKind', paramKind, validateParamKind)
  if (matchConstraints === undefined) errors.required('matchConstraints')
  else {
    errors.field('matchConstraints', matchConstraints, validateMatchResources)
    if ((matchConstraints.resourceRules ?? []).length === 0) errors.required('matchConstraints.resourceRules')
  }
  validateMatchConditions(matchConditions, errors, (expression, within) =>
    mustCompile('', expression, conditionVariables, BOOLEAN_RESULT, within),
  )
  errors.each('variables', named, validateVariable)
}

/** The expressions that validating and mutating policies share. */
export function* sharedExpressions({ matchConditions, variables }: PolicySpec): Iterable<string> {
  for (const { expression } of matchConditions ?? []) yield expression
  for (const { expression } of variables ?? []) yield expression
}

function validateVariable({ variable, compiled }: NamedExpression, errors: FieldErrors): void {
  const { name, expression } = variable
  if (name.trim() === '') errors.required('name', 'name is not specified')
  else if (!IDENTIFIER.test(name) || KEYWORDS.has(name)) {
    errors.invalid('name', name, 'name is not a valid CEL identifier')
  }
  if (expression.trim() === '') errors.required('expression', 'expression is not specified')
  else if (compiled.error !== undefined) errors.invalid('expression', expression, compiled.error)
}

export function mustCompile(
  field: string,
  expression: string,
  variables: Variables,
  wanted: readonly CelType[],
  errors: FieldErrors,
): void {
  const { error } = compileExpression(expression, variables, wanted)
  if (error !== undefined) errors.invalid(field, expression, error)
}
