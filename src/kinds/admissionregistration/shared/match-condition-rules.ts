import type { FieldErrors } from '#meta/field-errors.js'
import { qualifiedName } from '#meta/formats.js'
import type { MatchCondition } from './match-condition.js'

const MAX_CONDITIONS = 64

/** Finds what is wrong with an expression; `errors` stands at the expression. */
export type ExpressionRule = (expression: string, errors: FieldErrors) => void

/** The rules on the conditions of a webhook or a policy; what an expression may name differs between the two. */
export function validateMatchConditions(
  conditions: readonly MatchCondition[] | undefined,
  errors: FieldErrors,
  validateExpression: ExpressionRule,
): void {
  if (conditions === undefined) return
  if (conditions.length > MAX_CONDITIONS) {
    errors.tooMany('matchConditions', conditions.length, MAX_CONDITIONS)
  }
  errors.eachDistinct('matchConditions', conditions, ({ name, expression }, within, seen) => {
    if (expression.trim() === '') within.required('expression')
    else within.member('expression', expression, validateExpression)
    if (name === '') within.required('name')
    else {
      within.format('name', name, qualifiedName)
      if (seen.has(name)) within.duplicate('name', name)
      seen.add(name)
    }
  })
}
