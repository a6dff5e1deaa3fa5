import { once } from '#util/memoize.js'
import { type LinearPattern, linearPattern, PatternError } from '#util/text/linear-pattern.js'

/** A schema's pattern, compiled on first use: compiling very many patterns takes long. */
export class LazyPattern {
  readonly text: string
  readonly #compiled: () => LinearPattern | undefined

  constructor(text: string) {
    this.text = text
    this.#compiled = once(() => compiled(text))
  }

  workFor(text: string): number {
    return this.#compiled()?.workFor(text) ?? 0
  }

  /** An invalid expression matches everything. Throws `PatternWorkError`. */
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
