import { compile } from '#cel/compile.js'
import type { Program } from '#cel/program.js'
import { type CelType, optionalOf } from '#cel/types.js'
import { fieldAtPath } from '#structural/field-path.js'
import type { ValidationRule } from '#structural/json-schema.js'
import type { StructuralSchema } from '#structural/schema.js'

/** The variables of a rule: the value that its schema describes, and what that was before. */
export const SELF = 'self'
export const OLD_SELF = 'oldSelf'

/** A rule whose expressions are ready to be evaluated, or what is wrong with them. */
export interface CompiledRule {
  readonly rule: ValidationRule
  readonly program: Program | undefined
  readonly problem: string | undefined
  /** Makes the words for values that break the rule. */
  readonly message: Program | undefined
  readonly messageProblem: string | undefined
  /** Whether the rule is about a change, and so only for values that were there before. */
  readonly usesOldSelf: boolean
  /** The member that a broken rule is told of, from the value on; undefined for the value itself. */
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
    messageProblem: message.problem && `messageExpression ${message.problem}`,
    usesOldSelf: compiled.program?.references(OLD_SELF) ?? false,
    fieldPath: field && 'path' in field ? field.path : undefined,
  }
}

interface CompiledExpression {
  readonly program: Program | undefined
  readonly problem: string | undefined
}

const NOTHING: CompiledExpression = { program: undefined, problem: undefined }

function expression(
  source: string | undefined,
  wanted: 'bool' | 'string',
  variables: ReadonlyMap<string, CelType>,
): CompiledExpression {
  if (source === undefined || source.trim() === '') return NOTHING
  const { program, problems } = compile(source, { variables })
  if (!program) return { program: undefined, problem: `compilation failed: ${problems.join('\n')}` }
  if (program.resultType.kind === wanted) return { program, problem: undefined }
  const words = wanted === 'bool' ? 'cel expression must evaluate to a bool' : 'must evaluate to a string'
  return { program: undefined, problem: words }
}
