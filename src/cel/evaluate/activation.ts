import type { Expression } from '#cel/syntax/ast.js'
import type { CelType } from '#cel/types.js'
import { CostLimitExceeded, Failure } from '#cel/values/failure.js'
import type { CelValue } from '#cel/values/values.js'

/** The state of one evaluation: the values of variables by slot, and the cost so far. */
export class Activation {
  /** A failed comprehension has a failure as its accumulator. */
  readonly values: (CelValue | Failure | undefined)[]
  cost = 0
  readonly #limit: number

  constructor(size: number, limit: number) {
    this.values = new Array(size).fill(undefined)
    this.#limit = limit
  }

  /** The remaining budget. */
  get remaining(): number {
    return this.#limit - this.cost
  }

  spend(cost: number): void {
    this.cost += cost
    if (this.cost > this.#limit) throw new CostLimitExceeded()
  }
}

/** A compiled part of an expression. Throws `Failure` where it has no value. */
export type Step = (activation: Activation) => CelValue

/** The value of a part, or its failure. */
export function attempt(activation: Activation, step: Step): CelValue | Failure {
  try {
    return step(activation)
  } catch (thrown) {
    if (thrown instanceof Failure) return thrown
    throw thrown
  }
}

/** The services of the planner for calls and comprehensions. */
export interface PlanContext {
  plan(expression: Expression): Step
  typeOf(expression: Expression): CelType
  /** Plans with macro variables in scope, each in a slot of its own. */
  withLocals<T>(names: readonly string[], plan: (slots: readonly number[]) => T): T
}
