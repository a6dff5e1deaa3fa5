import type { Overload } from '#cel/library/declaration.js'
import type { Expression } from '#cel/syntax/ast.js'
import type { CelType } from '#cel/types.js'

/** The variables in scope; macro variables shadow outer ones. */
export class Scope {
  readonly #outer: Scope | undefined
  readonly #types: ReadonlyMap<string, CelType>

  constructor(types: ReadonlyMap<string, CelType>, outer?: Scope) {
    this.#types = types
    this.#outer = outer
  }

  find(name: string): CelType | undefined {
    return this.#types.get(name) ?? this.#outer?.find(name)
  }

  with(...types: readonly (readonly [name: string, type: CelType])[]): Scope {
    return new Scope(new Map(types), this)
  }
}

/** A type-checked expression with its resolved names and calls. */
export interface CheckedExpression {
  readonly expression: Expression
  readonly types: ReadonlyMap<Expression, CelType>
  /** The candidate overloads of a call; more than one only where argument types are known at run time only. */
  readonly calls: ReadonlyMap<Expression, ResolvedCall>
  /** The variable or type that an identifier or a chain of selections names. */
  readonly names: ReadonlyMap<Expression, string>
}

export interface ResolvedCall {
  readonly name: string
  readonly overloads: readonly Overload[]
  /** The receiver, if any, and the arguments. */
  readonly operands: readonly Expression[]
  readonly isMember: boolean
}
