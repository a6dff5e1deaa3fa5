import type { Expression } from '#cel/syntax/ast.js'
import type { CelType } from '#cel/types.js'
import { CostLimitExceeded, Failure } from '#cel/values/failure.js'
import type { CelValue } from '#cel/values/values.js'

/** What one evaluation works on: the values of variables, each in the place that the plan knows it by, and the cost so far. */
export class Frame {
  /** A loop that has failed so far has a failure in the place of its accumulator. */
  readonly values: (CelValue | Failure | undefined)[]
  cost = 0
  readonly #limit: number

  constructor(size: number, limit: number) {
    this.values = new Array(size).fill(undefined)
    this.#limit = limit
  }

  /** What may still be spent. */
  get left(): number {
    return this.#limit - this.cost
  }

  spend(cost: number): void {
    this.cost += cost
    if (this.cost > this.#limit) throw new CostLimitExceeded()
  }
}

/** A part of an expression, ready to be evaluated. Throws `Failure` where it has no value. */
export type Step = (frame: Frame) => CelValue

/** The value of a part, or why there is none. */
export function attempt(frame: Frame, step: Step): CelValue | Failure {
  try {
    return step(frame)
  } catch (thrown) {
    if (thrown instanceof Failure) return thrown
    throw thrown
  }
}

/** What the planners of calls and loops need of the planner of the whole expression. */
export interface PlanContext {
  plan(expression: Expression): Step
  typeOf(expression: Expression): CelType
  /** Plans with the variables of a macro in scope, each in a place of its own. */
  withLocals<T>(names: readonly string[], plan: (places: readonly number[]) => T): T
}
