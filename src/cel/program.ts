import type { CheckedExpression } from './check/checked.js'
import { estimateCost } from './cost/estimate.js'
import type { Range } from './cost/range.js'
import { Activation } from './evaluate/activation.js'
import { type EvaluationPlan, planExpression } from './evaluate/planner.js'
import type { CelType } from './types.js'
import { CostLimitExceeded, Failure } from './values/failure.js'
import type { CelValue } from './values/values.js'

/** The result of an evaluation, and its cost. */
export type Outcome =
  | { readonly value: CelValue; readonly failure?: undefined; readonly cost: number }
  | {
      readonly failure: string
      readonly value?: undefined
      readonly cost: number
      readonly isOverLimit: boolean
    }

/** A compiled expression. Can be evaluated any number of times. */
export class Program {
  readonly resultType: CelType
  /** The minimum and maximum cost by the declared sizes of variables. */
  readonly estimatedCost: Range
  readonly #plan: EvaluationPlan

  constructor(checked: CheckedExpression, variables: ReadonlyMap<string, CelType>) {
    this.resultType = checked.types.get(checked.expression) as CelType
    this.estimatedCost = estimateCost(checked, variables)
    this.#plan = planExpression(checked, variables)
  }

  /** Whether the expression reads a variable. */
  references(variable: string): boolean {
    return this.#plan.slots.has(variable)
  }

  /** Evaluates with variables bound; aborts an evaluation that costs more than the limit. */
  evaluate(bindings: Bindings, costLimit = Number.POSITIVE_INFINITY): Outcome {
    const frame = new Activation(this.#plan.size, costLimit)
    for (const [name, place] of this.#plan.slots) frame.values[place] = bindings[name]
    try {
      return { value: this.#plan.evaluate(frame), cost: frame.cost }
    } catch (thrown) {
      if (thrown instanceof Failure) return { failure: thrown.message, cost: frame.cost, isOverLimit: false }
      if (thrown instanceof CostLimitExceeded) {
        return { failure: thrown.message, cost: frame.cost, isOverLimit: true }
      }
      // A string over the length limit of JavaScript, or a value that is nested too deeply.
      if (thrown instanceof RangeError) {
        return { failure: thrown.message, cost: frame.cost, isOverLimit: false }
      }
      throw thrown
    }
  }
}

/** Reading a variable fails when it is bound to a failure or not bound. */
export interface Bindings {
  readonly [variable: string]: CelValue | Failure | undefined
}
