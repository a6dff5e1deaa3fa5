import type { Bindings, Program } from '#cel/program.js'
import type { CelValue } from '#cel/values/values.js'

/** What one expression may cost. */
const EXPRESSION_LIMIT = 1_000_000

/** What a group of expressions has left to spend. */
export class CostBudget {
  #left: number

  constructor(limit: number) {
    this.#left = limit
  }

  /** Whether more was spent than there was. Nothing that is evaluated with the budget counts then. */
  get isOverdrawn(): boolean {
    return this.#left < 0
  }

  spend(cost: number): void {
    this.#left -= cost
  }
}

/** What an expression came to, or why it came to nothing. */
export type Evaluated =
  | { readonly value: CelValue; readonly failure?: undefined }
  | { readonly failure: string; readonly value?: undefined }

export const OUT_OF_BUDGET =
  'validation failed due to running out of cost budget, no further validation rules will be run'

/** Evaluates an expression within a budget; failures name the expression, but for the one of a budget that is overdrawn. */
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
