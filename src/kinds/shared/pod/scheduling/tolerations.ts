import type { PodRules } from '#kinds/shared/pod/pod-rules.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { mustBeOneOf, mustFollow } from '#meta/field-rules.js'
import { labelValue, qualifiedName } from '#meta/formats.js'
import type { Toleration } from './scheduling.js'

const OPERATORS = ['Equal', 'Exists']
const EFFECTS = ['NoSchedule', 'PreferNoSchedule', 'NoExecute']

/** For a wrong value, legacy groups report the value, current groups the operator. */
export function validateToleration(
  toleration: Toleration,
  errors: FieldErrors,
  { isCurrent }: Pick<PodRules, 'isCurrent'>,
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
        isCurrent ? value : toleration,
        "value must be empty when `operator` is 'Exists'",
      )
    }
  } else if (operator === 'Equal' || operator === '') {
    const messages = labelValue(value)
    if (messages.length > 0) errors.invalid(isCurrent ? 'operator' : 'value', value, messages.join(';'))
  } else {
    errors.notSupported('operator', operator, OPERATORS)
  }
  mustBeOneOf('effect', toleration.effect, EFFECTS, errors)
}

/** Merges both lists, without tolerations that another one includes. */
export function mergeTolerations(first: readonly Toleration[], second: readonly Toleration[]): Toleration[] {
  const all = [...first, ...second]
  const merged: Toleration[] = []
  for (const [index, toleration] of all.entries()) {
    const isIncluded =
      merged.some((other) => includesToleration(other, toleration)) ||
      all
        .slice(index + 1)
        .some((other) => !isEqual(other, toleration) && includesToleration(other, toleration))
    if (!isIncluded) merged.push(toleration)
  }
  return merged
}

const isEqual = (left: Toleration, right: Toleration) =>
  left.key === right.key &&
  left.operator === right.operator &&
  left.value === right.value &&
  left.effect === right.effect &&
  left.tolerationSeconds === right.tolerationSeconds

/** Whether the first toleration covers every taint that the second covers. */
export function includesToleration(wide: Toleration, narrow: Toleration): boolean {
  if (isEqual(wide, narrow)) return true
  if (wide.key !== narrow.key && (wide.key || wide.operator !== 'Exists')) return false
  if (wide.effect && wide.effect !== narrow.effect) return false
  if (wide.effect === 'NoExecute' && wide.tolerationSeconds !== undefined) {
    const { tolerationSeconds: seconds } = narrow
    if (seconds === undefined || seconds > wide.tolerationSeconds) return false
  }
  if (wide.operator === 'Exists') return true
  return narrow.operator === 'Equal' && narrow.value === wide.value
}
