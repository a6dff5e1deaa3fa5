import { type LinearPattern, linearPattern, PatternError } from '#util/linear-pattern.js'
import { once } from '#util/once.js'

/** A pattern of a schema, which is compiled when a text is first held against it: very many patterns take long. */
export class LatePattern {
  readonly text: string
  readonly #compiled: () => LinearPattern | undefined

  constructor(text: string) {
    this.text = text
    this.#compiled = once(() => compiled(text))
  }

  workFor(text: string): number {
    return this.#compiled()?.workFor(text) ?? 0
  }

  /** What is no expression matches everything. Throws `PatternWorkError`. */
  test(text: string): boolean {
    return this.#compiled()?.test(text) ?? true
  }
}

function compiled(text: string): LinearPattern | undefined {
  try {
    return linearPattern(text)
  } catch (error) {
    if (error instanceof PatternError) return undefined
    throw error
  }
}
