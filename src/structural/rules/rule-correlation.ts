import { isUnchanged } from '#structural/correlation.js'
import type { StructuralSchema } from '#structural/schema.js'

/**
 * Whether a part of an object is what it was before. Where a part cannot be told apart from others, as the item of a
 * plain list, it counts as unchanged if the nearest part around it that can be told apart is. Asked only of parts that
 * break a rule.
 */
export class Correlation {
  readonly #schema: StructuralSchema
  readonly #value: unknown
  readonly #old: unknown
  /** Whether parts below can still be told apart. */
  readonly #isExact: boolean
  #unchanged: boolean | undefined

  private constructor(schema: StructuralSchema, value: unknown, old: unknown, isExact: boolean) {
    this.#schema = schema
    this.#value = value
    this.#old = old
    this.#isExact = isExact
  }

  static ofRoot(schema: StructuralSchema, value: unknown, old: unknown): Correlation {
    return new Correlation(schema, value, old, true)
  }

  below(schema: StructuralSchema, value: unknown, old: unknown): Correlation {
    return this.#isExact ? new Correlation(schema, value, old, true) : this
  }

  /** For parts that cannot be told apart. */
  uncorrelated(): Correlation {
    return this.#isExact ? new Correlation(this.#schema, this.#value, this.#old, false) : this
  }

  get isUnchanged(): boolean {
    this.#unchanged ??= this.#old !== undefined && isUnchanged(this.#schema, this.#value, this.#old)
    return this.#unchanged
  }
}
