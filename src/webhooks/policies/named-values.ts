import type { Bindings } from '#cel/program.js'
import { Failure } from '#cel/values/failure.js'
import { CelMap, type CelValue } from '#cel/values/values.js'
import { endOfLongStep, isOverBudget } from '#util/event-loop.js'
import {
  type CostBudget,
  type Evaluated,
  evaluate,
  evaluateDecided,
} from '#webhooks/expressions/evaluation.js'
import type { PolicyExpression } from './compiled-policy.js'

/** Cost limit of all expressions of a validating policy, or of one mutation, per write. */
export const POLICY_BUDGET = 10_000_000

/** Maximum time in milliseconds before yielding to the event loop. */
const MAX_TURN_MS = 20

/**
 * Thrown when expressions have taken too long. Evaluated variables are kept; the expression is evaluated again
 * in the next tick and finds them.
 */
class OutOfTime extends Error {
  override readonly name = 'OutOfTime'
}

/**
 * Evaluates an expression that may use `NamedValues`. It may take as long as its cost allows, so others are served between
 * two of them.
 */
export async function evaluateNamed(
  { source, program, error }: PolicyExpression,
  bindings: Bindings,
  budget: CostBudget,
): Promise<Evaluated> {
  if (program === undefined) return { failure: error ?? '' }
  for (;;) {
    await endOfLongStep()
    try {
      return await evaluateDecided(program, source, bindings, budget)
    } catch (thrown) {
      // Each retry knows at least one more variable.
      if (!(thrown instanceof OutOfTime)) throw thrown
    }
  }
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
