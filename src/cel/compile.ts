import { Scope } from './check/checked.js'
import { check } from './check/checker.js'
import { literalErrors } from './check/literal-arguments.js'
import { typeDeclarations } from './evaluate/type-values.js'
import { kubernetesFunctions, patchFunctions } from './library/libraries.js'
import { patchTypeNamed } from './library/patch-types.js'
import { Program } from './program.js'
import { CelSyntaxError, formatErrors } from './syntax/cel-error.js'
import { parse } from './syntax/parse.js'
import type { CelType } from './types.js'

/** The variables and options of an expression. */
export interface Environment {
  readonly variables: ReadonlyMap<string, CelType>
  /** Whether items of a list literal may have different types. Not in rules. */
  readonly allowsMixedLiterals?: boolean
  /** Whether it may construct patches: `Object`, `JSONPatch` and their functions. */
  readonly makesPatches?: boolean
  /** Whether there is the macro `cel.bind`. */
  readonly hasBindings?: boolean
}

/** A program, or the errors of the expression in CEL's format. */
export type Compilation =
  | { readonly program: Program; readonly errors?: undefined }
  | { readonly errors: readonly string[]; readonly program?: undefined }

const TYPES = new Scope(typeDeclarations)

/** Parses and type-checks an expression, and plans its evaluation. No text of it becomes code. */
export function compile(source: string, environment: Environment): Compilation {
  try {
    const { variables, allowsMixedLiterals = false, makesPatches, hasBindings = false } = environment
    const expression = parse(source, hasBindings)
    const checked = check(expression, {
      functions: makesPatches ? patchFunctions : kubernetesFunctions,
      scope: new Scope(variables, TYPES),
      allowsMixedLiterals,
      findMessageType: makesPatches ? patchTypeNamed : () => undefined,
    })
    if ('errors' in checked) return { errors: formatErrors(source, checked.errors) }
    const badLiterals = literalErrors(checked)
    if (badLiterals.length > 0) return { errors: formatErrors(source, badLiterals) }
    return { program: new Program(checked, variables) }
  } catch (thrown) {
    if (thrown instanceof CelSyntaxError) return { errors: formatErrors(source, [thrown.error]) }
    throw thrown
  }
}
