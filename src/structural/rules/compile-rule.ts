import { compile } from '#cel/compile.js'
import type { Program } from '#cel/program.js'
import { type CelType, optionalOf } from '#cel/types.js'
import type { ValidationRule } from '#structural/json-schema.js'
import type { StructuralSchema } from '#structural/schema.js'
import { fieldAtPath } from './field-path.js'

/** The variables of a rule: the value, and its old value. */
export const SELF = 'self'
export const OLD_SELF = 'oldSelf'

/** A compiled rule, or its errors. */
export interface CompiledRule {
  readonly rule: ValidationRule
  readonly program: Program | undefined
  readonly error: string | undefined
  /** Evaluates to the message of a violation. */
  readonly message: Program | undefined
  readonly messageError: string | undefined
  /** Whether the rule is a transition rule, which applies to values with an old value only. */
  readonly usesOldSelf: boolean
  /** The field of a violation, relative to the value; undefined for the value itself. */
  readonly fieldPath: string | undefined
}

export function compileRule(rule: ValidationRule, schema: StructuralSchema, type: CelType): CompiledRule {
  const variables = new Map([
    [SELF, type],
    [OLD_SELF, rule.optionalOldSelf === true ? optionalOf(type) : type],
  ])
  const compiled = expression(rule.rule, 'bool', variables)
  const message = expression(rule.messageExpression, 'string', variables)
  const field = rule.fieldPath ? fieldAtPath(schema, rule.fieldPath) : undefined
  return {
    rule,
    ...compiled,
    message: message.program,
    messageError: message.error && `messageExpression ${message.error}`,
    usesOldSelf: compiled.program?.references(OLD_SELF) ?? false,
    fieldPath: field && 'path' in field ? field.path : undefined,
  }
}

interface CompiledExpression {
  readonly program: Program | undefined
  readonly error: string | undefined
}

const NOTHING: CompiledExpression = { program: undefined, error: undefined }

function expression(
  source: string | undefined,
  wanted: 'bool' | 'string',
  variables: ReadonlyMap<string, CelType>,
): CompiledExpression {
  if (source === undefined || source.trim() === '') return NOTHING
  const { program, errors } = compile(source, { variables })
  if (!program) return { program: undefined, error: `compilation failed: ${errors.join('\n')}` }
  if (program.resultType.kind === wanted) return { program, error: undefined }
  const message = wanted === 'bool' ? 'cel expression must evaluate to a bool' : 'must evaluate to a string'
  return { program: undefined, error: message }
}
