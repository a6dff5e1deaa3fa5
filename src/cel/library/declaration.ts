import type { CostModel } from '#cel/cost/model.js'
import type { CelType } from '#cel/types.js'
import type { CelValue } from '#cel/values/values.js'

/** A function for arguments of certain types. */
export interface Overload {
  /** Whether it is called on a receiver, `a.f(b)`, which is then its first parameter. */
  readonly isMember: boolean
  readonly parameters: readonly CelType[]
  readonly result: CelType
  /** Throws `Failure` where the arguments have no result. Its arguments are values of the types of its parameters. */
  readonly apply: (...args: never[]) => CelValue
  readonly cost?: CostModel
}

export interface FunctionDeclaration {
  readonly name: string
  readonly overloads: readonly Overload[]
}

type Apply = (...args: never[]) => CelValue

/** A function that is called as `f(a, b)`. */
export const overload = (
  parameters: readonly CelType[],
  result: CelType,
  apply: Apply,
  cost?: CostModel,
): Overload => ({ isMember: false, parameters, result, apply, ...(cost && { cost }) })

/** A function that is called as `a.f(b)`. */
export const member = (
  parameters: readonly CelType[],
  result: CelType,
  apply: Apply,
  cost?: CostModel,
): Overload => ({ isMember: true, parameters, result, apply, ...(cost && { cost }) })

export const declare = (name: string, ...overloads: readonly Overload[]): FunctionDeclaration => ({
  name,
  overloads,
})

/** Functions by name. Libraries may add overloads to functions of one another. */
export class FunctionTable {
  readonly #byName = new Map<string, Overload[]>()

  constructor(...libraries: readonly (readonly FunctionDeclaration[])[]) {
    for (const { name, overloads } of libraries.flat()) {
      const known = this.#byName.get(name)
      if (known) known.push(...overloads)
      else this.#byName.set(name, [...overloads])
    }
  }

  find(name: string): readonly Overload[] | undefined {
    return this.#byName.get(name)
  }
}
