import type { Expression } from '#cel/syntax/ast.js'
import type { Problem } from '#cel/syntax/problem.js'
import { parseDuration } from '#cel/values/duration-text.js'
import { parseTimestamp } from '#cel/values/timestamp-text.js'
import { linearPattern, PatternError } from '#util/linear-pattern.js'
import type { CheckedExpression } from './checked.js'

/** Functions whose argument, where it is written down, is known to be wrong before anything is evaluated. */
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

/** Durations, times and regular expressions that are written down and are none. */
export function literalProblems({ calls }: CheckedExpression): Problem[] {
  const problems: Problem[] = []
  for (const { name, operands } of calls.values()) {
    const isValid = Object.hasOwn(VALID, name) ? VALID[name] : undefined
    const argument = operands.at(-1)
    const text = argument && textOf(argument)
    if (isValid && text !== undefined && !isValid(text)) {
      problems.push({ at: (argument as Expression).at, text: `invalid ${name} argument` })
    }
  }
  return problems
}

const textOf = (expression: Expression): string | undefined =>
  expression.kind === 'literal' && expression.literal.type === 'string' ? expression.literal.value : undefined
