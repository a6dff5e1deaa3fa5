import {
  compileExpression,
  requestVariables,
  TRUTH,
} from '#kinds/admissionregistration/expressions/expression.js'
import type { FieldErrors } from '#meta/field-errors.js'

const VARIABLES = requestVariables()

/** The rule on the expression of a webhook's condition. */
export function validateWebhookCondition(expression: string, errors: FieldErrors): void {
  const { problem } = compileExpression(expression.trim(), VARIABLES, TRUTH)
  if (problem !== undefined) errors.invalid('', expression, problem)
}
