import type { Bindings, Program } from '#cel/program.js'
import type { CelValue } from '#cel/values/values.js'
import { Undecided } from './rights.js'

/** Cost limit per expression. */
const EXPRESSION_LIMIT = 1_000_000

/** The remaining cost budget of several expressions. */
export class CostBudget {
  #left: number

  constructor(limit: number) {
    this.#left = limit
  }

  /** Whether the budget was exceeded; then no result counts. */
  get isOverdrawn(): boolean {
    return this.#left < 0
  }

  spend(cost: number): void {
    this.#left -= cost
  }
}

/** The result of an expression, or its failure. */
export type Evaluated =
  | { readonly value: CelValue; readonly failure?: undefined }
  | { readonly failure: string; readonly value?: undefined }

export const OUT_OF_BUDGET =
  'validation failed due to running out of cost budget, no further validation rules will be run'

/** Evaluates an expression as `evaluate` does, and waits for decisions of other servers. */
export async function evaluateDecided(
  ...args: readonly [program: Program, expression: string, bindings: Bindings, budget: CostBudget]
): Promise<Evaluated> {
  for (;;) {
    try {
      return evaluate(...args)
    } catch (error) {
      // Each retry knows at least one more decision.
      if (!(error instanceof Undecided)) throw error
      await error.decided
    }
  }
}

/**
 * Evaluates an expression within a budget. Failures name the expression, except when the budget is exceeded. Throws
 * `Undecided`.
 */
export function evaluate(
  program: Program,
  expression: string,
  bindings: Bindings,
  budget: CostBudget,
): Evaluated {
  if (budget.isOverdrawn) return { failure: OUT_OF_BUDGET }
  const outcome = program.evaluate(bindings, EXPRESSION_LIMIT)
  budget.spend(outcome.cost)
  if (budget.isOverdrawn) return { failure: OUT_OF_BUDGET }
  if (outcome.failure === undefined) return { value: outcome.value }
  return { failure: `expression '${expression.trim()}' resulted in error: ${outcome.failure}` }
}
