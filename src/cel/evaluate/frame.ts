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
