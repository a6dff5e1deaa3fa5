import { findsPattern } from '#cel/cost/models.js'
import { INT, listOf, STRING } from '#cel/types.js'
import { ArrayList } from '#cel/values/collections.js'
import { Failure } from '#cel/values/failure.js'
import { type LinearPattern, linearPattern, PatternError, PatternWorkError } from '#util/linear-pattern.js'
import { declare, type FunctionDeclaration, member } from './declaration.js'

/** Regular expressions. */

export const matches = (text: string, pattern: string): boolean =>
  using(pattern, (expression) => expression.test(text))

/** Finding one takes some microseconds. */
const MAX_RESULTS = 50_000

function findAll(text: string, pattern: string, limit = Number.POSITIVE_INFINITY): ArrayList {
  const found = using(pattern, (expression) => expression.findAll(text, Math.min(limit, MAX_RESULTS + 1)))
  if (found.length > MAX_RESULTS) throw new Failure(`more than ${MAX_RESULTS} matches`)
  return new ArrayList(found)
}

function using<T>(pattern: string, use: (expression: LinearPattern) => T): T {
  try {
    return use(linearPattern(pattern))
  } catch (error) {
    if (error instanceof PatternError || error instanceof PatternWorkError) throw new Failure(error.message)
    throw error
  }
}

export const patterns: readonly FunctionDeclaration[] = [
  declare(
    'find',
    member(
      [STRING, STRING],
      STRING,
      (text: string, pattern: string) => using(pattern, (expression) => expression.find(text)) ?? '',
      findsPattern,
    ),
  ),
  declare(
    'findAll',
    member(
      [STRING, STRING],
      listOf(STRING),
      (text: string, pattern: string) => findAll(text, pattern),
      findsPattern,
    ),
    member(
      [STRING, STRING, INT],
      listOf(STRING),
      (text: string, pattern: string, limit: bigint) =>
        findAll(text, pattern, limit < 0n ? undefined : Number(limit)),
      findsPattern,
    ),
  ),
]
