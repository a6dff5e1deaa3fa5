import type { FieldErrors } from './field-errors.js'
import { labelValue, qualifiedName } from './formats.js'
import { validateLabels } from './label-rules.js'
import type { LabelSelector } from './label-selector.js'

/** Checks the number of values of an operator. */
type ValuesRule = (values: readonly string[], errors: FieldErrors) => void
export type OperatorRules = ReadonlyMap<string, ValuesRule>

const someValues: ValuesRule = (values, errors) => {
  if (values.length === 0) errors.required('values', "must be specified when `operator` is 'In' or 'NotIn'")
}

const noValues: ValuesRule = (values, errors) => {
  if (values.length > 0) {
    errors.forbidden('values', "may not be specified when `operator` is 'Exists' or 'DoesNotExist'")
  }
}

/** The operators of every selector. Some selectors have more. */
export const SET_OPERATORS: OperatorRules = new Map([
  ['In', someValues],
  ['NotIn', someValues],
  ['Exists', noValues],
  ['DoesNotExist', noValues],
])

interface Requirement {
  readonly key: string
  readonly operator: string
  readonly values?: readonly string[] | undefined
}

const NO_VALUES: readonly string[] = []

export function validateRequirement(
  { key, operator, values = NO_VALUES }: Requirement,
  errors: FieldErrors,
  operators: OperatorRules,
): void {
  const validateValues = operators.get(operator)
  if (validateValues) validateValues(values, errors)
  else errors.invalid('operator', operator, 'not a valid selector operator')
  errors.format('key', key, qualifiedName)
}

export function validateLabelSelector(
  { matchLabels, matchExpressions }: LabelSelector,
  errors: FieldErrors,
): void {
  validateLabels('matchLabels', matchLabels, errors)
  errors.each('matchExpressions', matchExpressions, validateRequirement, SET_OPERATORS)
}

/** A requirement whose values must be values that a label can have. */
export function validateStrictRequirement(
  requirement: Requirement,
  errors: FieldErrors,
  operators: OperatorRules,
): void {
  validateRequirement(requirement, errors, operators)
  errors.each('values', requirement.values, mustBeLabelValue)
}

function mustBeLabelValue(value: string, errors: FieldErrors): void {
  errors.format('', value, labelValue)
}

/** The same for a whole selector. */
export function validateStrictLabelSelector(
  { matchLabels, matchExpressions }: LabelSelector,
  errors: FieldErrors,
): void {
  validateLabels('matchLabels', matchLabels, errors)
  errors.each('matchExpressions', matchExpressions, validateStrictRequirement, SET_OPERATORS)
}

/** Whether a valid selector can match at all: the rules above allow values that no label can have. */
export function selectsByLabelValues({ matchExpressions }: LabelSelector): boolean {
  for (const { values = NO_VALUES } of matchExpressions ?? []) {
    for (const value of values) if (labelValue(value).length > 0) return false
  }
  return true
}
