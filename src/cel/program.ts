import type { CheckedExpression } from './check/checked.js'
import { estimateCost } from './cost/estimate.js'
import type { Range } from './cost/range.js'
import { Frame } from './evaluate/frame.js'
import { type Plan, planExpression } from './evaluate/planner.js'
import type { CelType } from './types.js'
import { CostLimitExceeded, Failure } from './values/failure.js'
import type { CelValue } from './values/values.js'

/** What an evaluation came to, and what it cost. */
export type Outcome =
  | { readonly value: CelValue; readonly failure?: undefined; readonly cost: number }
  | {
      readonly failure: string
      readonly value?: undefined
      readonly cost: number
      readonly isOverLimit: boolean
    }

/** An expression that can be evaluated, any number of times. */
export class Program {
  readonly resultType: CelType
  /** What any evaluation costs at least and at most, by what is declared of the sizes of variables. */
  readonly estimatedCost: Range
  readonly #plan: Plan

  constructor(checked: CheckedExpression, variables: ReadonlyMap<string, CelType>) {
    this.resultType = checked.types.get(checked.expression) as CelType
    this.estimatedCost = estimateCost(checked, variables)
    this.#plan = planExpression(checked, variables)
  }

  /** Whether the expression reads a variable. */
  references(variable: string): boolean {
    return this.#plan.places.has(variable)
  }

  /** Evaluates with the variables bound; an evaluation that costs more than the limit is abandoned. */
  evaluate(bindings: Bindings, costLimit = Number.POSITIVE_INFINITY): Outcome {
    const frame = new Frame(this.#plan.size, costLimit)
    for (const [name, place] of this.#plan.places) frame.values[place] = bindings[name]
    try {
      return { value: this.#plan.evaluate(frame), cost: frame.cost }
    } catch (thrown) {
      if (thrown instanceof Failure) return { failure: thrown.message, cost: frame.cost, isOverLimit: false }
      if (thrown instanceof CostLimitExceeded) {
        return { failure: thrown.message, cost: frame.cost, isOverLimit: true }
      }
      // A text that is longer than any may be, or a value that is nested too deeply.
      if (thrown instanceof RangeError) {
        return { failure: thrown.message, cost: frame.cost, isOverLimit: false }
      }
      throw thrown
    }
  }
}

/** Reading a variable that is bound to a failure fails, as does one that is not bound. */
export interface Bindings {
  readonly [variable: string]: CelValue | Failure | undefined
}
