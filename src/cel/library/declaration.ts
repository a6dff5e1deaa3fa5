import type { CostModel } from '#cel/cost/model.js'
import type { CelType } from '#cel/types.js'
import { overflow } from '#cel/values/failure.js'
import { type CelValue, Uint } from '#cel/values/values.js'

/** One overload of a function. */
export interface Overload {
  /** Whether it is called on a receiver, `a.f(b)`, which is its first parameter. */
  readonly isMember: boolean
  readonly parameters: readonly CelType[]
  readonly result: CelType
  /** Throws `Failure` where there is no result. The arguments have the types of the parameters. */
  readonly apply: (...args: never[]) => CelValue
  readonly cost?: CostModel
}

export interface FunctionDeclaration {
  readonly name: string
  readonly overloads: readonly Overload[]
}

type Apply = (...args: never[]) => CelValue

/** A function called as `f(a, b)`. */
export const overload = (
  parameters: readonly CelType[],
  result: CelType,
  apply: Apply,
  cost?: CostModel,
): Overload => ({ isMember: false, parameters, result, apply, ...(cost && { cost }) })

/** A function called as `a.f(b)`. */
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

/** Functions by name. Libraries may add overloads to each other's functions. */
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

/** 64-bit integers. */

export const MIN_INT = -(2n ** 63n)
export const MAX_INT = 2n ** 63n - 1n
export const MAX_UINT = 2n ** 64n - 1n

/** The value, if it is in the range of int. */
export function int(value: bigint): bigint {
  if (value < MIN_INT || value > MAX_INT) throw overflow('integer')
  return value
}

export function uint(value: bigint): Uint {
  if (value < 0n || value > MAX_UINT) throw overflow('unsigned integer')
  return new Uint(value)
}
