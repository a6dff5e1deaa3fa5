import type { Bindings } from '#cel/program.js'
import { Failure } from '#cel/values/failure.js'
import { CelMap, type CelValue } from '#cel/values/values.js'
import { isOverBudget } from '#util/event-loop.js'
import { type CostBudget, evaluate } from '#webhooks/expressions/evaluation.js'
import type { PolicyExpression } from './compiled-policy.js'

/** Maximum time in milliseconds before yielding to the event loop. */
const MAX_TURN_MS = 20

/**
 * Thrown when expressions have taken too long. Evaluated variables are kept; the expression is evaluated again
 * in the next tick and finds them.
 */
export class OutOfTime extends Error {
  override readonly name = 'OutOfTime'
}

/** The `variables` of a policy, each evaluated once on first use. */
export class NamedValues extends CelMap {
  readonly #expressions: ReadonlyMap<string, PolicyExpression>
  readonly #bindings: Bindings
  readonly #budget: CostBudget
  readonly #known = new Map<string, CelValue | Failure>()

  constructor(expressions: ReadonlyMap<string, PolicyExpression>, bindings: Bindings, budget: CostBudget) {
    super()
    this.#expressions = expressions
    this.#bindings = { ...bindings, variables: this }
    this.#budget = budget
  }

  override get size(): number {
    return this.#expressions.size
  }

  override get(key: CelValue): CelValue | undefined {
    if (typeof key !== 'string') return undefined
    let value = this.#known.get(key)
    if (value === undefined) {
      const expression = this.#expressions.get(key)
      if (expression === undefined) return undefined
      value = this.#evaluate(key, expression)
      this.#known.set(key, value)
      if (isOverBudget(MAX_TURN_MS)) throw new OutOfTime()
    }
    if (value instanceof Failure) throw value
    return value
  }

  override keys(): Iterable<CelValue> {
    return this.#expressions.keys()
  }

  #evaluate(name: string, { source, program, error }: PolicyExpression): CelValue | Failure {
    const outcome =
      program === undefined
        ? { failure: error ?? '' }
        : evaluate(program, source, this.#bindings, this.#budget)
    if (outcome.failure === undefined) return outcome.value
    return new Failure(`composited variable ${JSON.stringify(name)} fails to evaluate: ${outcome.failure}`)
  }
}
