import type { Overload } from '#cel/library/declaration.js'
import type { Expression } from '#cel/syntax/ast.js'
import type { CelType } from '#cel/types.js'

/** The variables that a part of an expression can name; those of macros hide those around them. */
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

/** An expression whose types are known, and what its names and calls refer to. */
export interface CheckedExpression {
  readonly expression: Expression
  readonly types: ReadonlyMap<Expression, CelType>
  /** The overloads that a call may be of; more than one only where the types of arguments are known at run time only. */
  readonly calls: ReadonlyMap<Expression, ResolvedCall>
  /** The variable or the type that an identifier, or a chain of selections, names. */
  readonly names: ReadonlyMap<Expression, string>
}

export interface ResolvedCall {
  readonly name: string
  readonly overloads: readonly Overload[]
  /** The receiver, if there is one, and the arguments. */
  readonly operands: readonly Expression[]
  readonly isMember: boolean
}
