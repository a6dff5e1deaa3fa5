import type { Expression } from '#cel/syntax/ast.js'
import type { CelError } from '#cel/syntax/cel-error.js'
import { parseDuration } from '#cel/values/duration-text.js'
import { parseTimestamp } from '#cel/values/timestamp-text.js'
import { linearPattern, PatternError } from '#util/text/linear-pattern.js'
import type { CheckedExpression } from './checked.js'

/** Functions whose literal argument is checked at compile time. */
const VALID: Readonly<Record<string, (text: string) => boolean>> = {
  duration: (text) => parseDuration(text) !== undefined,
  timestamp: (text) => parseTimestamp(text) !== undefined,
  matches: isPattern,
}

function isPattern(text: string): boolean {
  try {
    linearPattern(text)
    return true
  } catch (error) {
    if (error instanceof PatternError) return false
    throw error
  }
}

/** The errors of invalid literal durations, timestamps and regular expressions. */
export function literalErrors({ calls }: CheckedExpression): CelError[] {
  const errors: CelError[] = []
  for (const { name, operands } of calls.values()) {
    const isValid = Object.hasOwn(VALID, name) ? VALID[name] : undefined
    const argument = operands.at(-1)
    const text = argument && textOf(argument)
    if (isValid && text !== undefined && !isValid(text)) {
      errors.push({ at: (argument as Expression).at, message: `invalid ${name} argument` })
    }
  }
  return errors
}

const textOf = (expression: Expression): string | undefined =>
  expression.kind === 'literal' && expression.literal.type === 'string' ? expression.literal.value : undefined
