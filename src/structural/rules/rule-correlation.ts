import type { StructuralSchema } from '#structural/schema.js'
import { isUnchanged } from '#structural/validation/correlation.js'

/**
 * Whether a part of an object is unchanged. A part that does not correlate, such as an item of a plain list, counts
 * as unchanged if the nearest enclosing part that correlates is. Evaluated only for parts that violate a rule.
 */
export class Correlation {
  readonly #schema: StructuralSchema
  readonly #value: unknown
  readonly #old: unknown
  /** Whether parts below still correlate. */
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

  /** For parts that do not correlate. */
  uncorrelated(): Correlation {
    return this.#isExact ? new Correlation(this.#schema, this.#value, this.#old, false) : this
  }

  get isUnchanged(): boolean {
    this.#unchanged ??= this.#old !== undefined && isUnchanged(this.#schema, this.#value, this.#old)
    return this.#unchanged
  }
}
