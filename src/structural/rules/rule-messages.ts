import type { Bindings } from '#cel/program.js'
import type { FieldError } from '#meta/field-error.js'
import type { ValidationRule } from '#structural/json-schema.js'
import type { StructuralSchema } from '#structural/schema.js'
import type { CompiledRule } from './compile-rule.js'

/** The messages of rule violations. */

export const OUT_OF_BUDGET =
  'validation failed due to running out of cost budget, no further validation rules will be run'
/** In bytes. Longer results of a message expression are ignored. */
const MAX_MESSAGE_LENGTH = 5 * 1024

type Mistake = Omit<FieldError, 'field'>

/** The name of a rule that could not be evaluated. */
const nameOf = ({ rule, message }: ValidationRule): string => (message || rule || '').trim()

export function evaluationError(
  rule: ValidationRule,
  { type }: StructuralSchema,
  failure: string,
  isOverLimit: boolean,
): Mistake {
  return { type: 'invalid', value: type ?? '', detail: failureText(nameOf(rule), failure, isOverLimit) }
}

function failureText(name: string, failure: string, isOverLimit: boolean): string {
  if (isOverLimit) {
    return `'${failure}': no further validation rules will be run due to call cost exceeds limit for rule: ${name}`
  }
  if (failure.startsWith('no such overload')) {
    return `'${failure}': call arguments did not match a supported operator, function or macro signature for rule: ${name}`
  }
  return `${failure} evaluating rule: ${name}`
}

export function ruleViolation(
  { reason }: ValidationRule,
  { type }: StructuralSchema,
  detail: string,
): Mistake {
  const value = type ?? ''
  switch (reason) {
    case 'FieldValueForbidden':
      return { type: 'forbidden', detail }
    case 'FieldValueRequired':
      return { type: 'required', detail }
    case 'FieldValueDuplicate':
      return { type: 'duplicate', value }
    default:
      return { type: 'invalid', value, detail }
  }
}

/** The message of a violation, and the cost of making it. The static message replaces one that cannot be made. */
export function messageOf(
  { rule, message }: CompiledRule,
  values: Bindings,
  costLimit: number,
): { text: string; cost: number; isOver: boolean } {
  const written = rule.message ? rule.message.trim() : `failed rule: ${nameOf(rule)}`
  if (!message) return { text: written, cost: 0, isOver: false }
  const outcome = message.evaluate(values, costLimit)
  const { cost } = outcome
  if (outcome.failure !== undefined) {
    if (!outcome.isOverLimit) return { text: written, cost, isOver: false }
    const words = `no further validation rules will be run due to call cost exceeds limit for messageExpression: `
    return { text: words + JSON.stringify(rule.messageExpression), cost, isOver: true }
  }
  const text = typeof outcome.value === 'string' ? outcome.value.trim() : ''
  const isUsable = text !== '' && !text.includes('\n') && Buffer.byteLength(text) <= MAX_MESSAGE_LENGTH
  return { text: isUsable ? text : written, cost, isOver: false }
}
