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
