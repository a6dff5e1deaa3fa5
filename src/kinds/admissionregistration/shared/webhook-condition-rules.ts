import {
  BOOLEAN_RESULT,
  compileExpression,
  requestVariables,
} from '#kinds/admissionregistration/expressions/expression.js'
import type { FieldErrors } from '#meta/field-errors.js'

const VARIABLES = requestVariables()

/** Compiles the expression of a match condition and reports its error. */
export function validateWebhookCondition(expression: string, errors: FieldErrors): void {
  const { error } = compileExpression(expression, VARIABLES, BOOLEAN_RESULT)
  if (error !== undefined) errors.invalid('', expression, error)
}
