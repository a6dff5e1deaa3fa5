import type { FieldErrors } from '#meta/field-errors.js'
import { qualifiedName } from '#meta/formats.js'
import { type Infer, required, string, struct } from '#schema/type.js'

export const MatchCondition = struct(
  'io.k8s.api.admissionregistration.v1.MatchCondition',
  'A condition that a request must meet.',
  () => ({
    name: required(1, string, 'Name of the condition, unique in the list.'),
    expression: required(
      2,
      string,
      'CEL expression that yields a boolean; it can use object, oldObject and request.',
    ),
  }),
)
export interface MatchCondition extends Infer<typeof MatchCondition> {}

const MAX_CONDITIONS = 64

/** Reports the errors of a trimmed expression; `errors` is positioned at the expression. */
type ExpressionRule = (expression: string, errors: FieldErrors) => void

/** The rules on match conditions. Webhooks and policies have different variables. */
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
    else within.field('expression', expression.trim(), validateExpression)
    if (name === '') within.required('name')
    else {
      within.format('name', name, qualifiedName)
      if (seen.has(name)) within.duplicate('name', name)
      seen.add(name)
    }
  })
}
