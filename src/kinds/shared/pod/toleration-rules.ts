import type { FieldErrors } from '#meta/field-errors.js'
import { mustBeOneOf, mustFollow } from '#meta/field-rules.js'
import { labelValue, qualifiedName } from '#meta/formats.js'
import type { PodRules } from './pod-rules.js'
import type { Toleration } from './scheduling.js'

const OPERATORS = ['Equal', 'Exists']
const EFFECTS = ['NoSchedule', 'PreferNoSchedule', 'NoExecute']

/** The first groups name the value where it is at fault, those of today the operator that does not go with it. */
export function validateToleration(
  toleration: Toleration,
  errors: FieldErrors,
  { areTodays }: Pick<PodRules, 'areTodays'>,
): void {
  const { key, operator = '', value = '', effect = '', tolerationSeconds } = toleration
  mustFollow('key', key, qualifiedName, errors)
  if (key === undefined && operator !== 'Exists') {
    errors.invalid(
      'operator',
      operator,
      'operator must be Exists when `key` is empty, which means "match all values and all keys"',
    )
  }
  if (tolerationSeconds !== undefined && effect !== 'NoExecute') {
    errors.invalid('effect', effect, "effect must be 'NoExecute' when `tolerationSeconds` is set")
  }
  if (operator === 'Exists') {
    if (value !== '') {
      errors.invalid(
        'operator',
        areTodays ? value : toleration,
        "value must be empty when `operator` is 'Exists'",
      )
    }
  } else if (operator === 'Equal' || operator === '') {
    const problems = labelValue(value)
    if (problems.length > 0) errors.invalid(areTodays ? 'operator' : 'value', value, problems.join(';'))
  } else {
    errors.notSupported('operator', operator, OPERATORS)
  }
  mustBeOneOf('effect', toleration.effect, EFFECTS, errors)
}
