import { Scope } from './check/checked.js'
import { check } from './check/checker.js'
import { literalProblems } from './check/literal-arguments.js'
import { typeDeclarations } from './evaluate/type-values.js'
import { kubernetesFunctions } from './library/libraries.js'
import { Program } from './program.js'
import { parse } from './syntax/parse.js'
import { describeProblems, SyntaxProblem } from './syntax/problem.js'
import type { CelType } from './types.js'

/** What an expression can name. */
export interface Environment {
  readonly variables: ReadonlyMap<string, CelType>
  /** Whether the items of a written list may be of different types. Not in rules. */
  readonly allowsMixedLiterals?: boolean
}

/** A program, or what is wrong with the expression, in the words that users of the language know. */
export type Compilation =
  | { readonly program: Program; readonly problems?: undefined }
  | { readonly problems: readonly string[]; readonly program?: undefined }

const TYPES = new Scope(typeDeclarations)

/** Parses an expression, checks its types and plans its evaluation. Nothing of it becomes code. */
export function compile(source: string, environment: Environment): Compilation {
  try {
    const expression = parse(source)
    const { variables, allowsMixedLiterals = false } = environment
    const scope = new Scope(variables, TYPES)
    const checked = check(expression, { functions: kubernetesFunctions, scope, allowsMixedLiterals })
    if ('problems' in checked) return { problems: describeProblems(source, checked.problems) }
    const badLiterals = literalProblems(checked)
    if (badLiterals.length > 0) return { problems: describeProblems(source, badLiterals) }
    return { program: new Program(checked, variables) }
  } catch (thrown) {
    if (thrown instanceof SyntaxProblem) return { problems: describeProblems(source, [thrown.problem]) }
    throw thrown
  }
}
