import type { Bindings, Program } from '#cel/program.js'
import {
  BOOLEAN_RESULT,
  compileExpression,
  type Variables,
} from '#kinds/admissionregistration/expressions/expression.js'
import type { MatchCondition } from '#kinds/admissionregistration/shared/match-condition.js'
import { endOfLongStep } from '#util/event-loop.js'
import { CostBudget, evaluateDecided, OUT_OF_BUDGET } from './evaluation.js'

/** Cost limit of all match conditions of a webhook or policy. */
const CONDITIONS_BUDGET = 2_500_000

/** Whether all conditions match, or why that is unknown. */
export type Match =
  | { readonly matches: boolean; readonly failure?: undefined }
  | { readonly failure: string; readonly matches?: undefined }

/** The match conditions of a webhook or policy, compiled on first use. */
export class MatchConditions {
  readonly #conditions: readonly MatchCondition[]
  readonly #variables: () => Variables
  readonly #failsOpen: boolean
  #programs: readonly (readonly [Program | undefined, MatchCondition, string | undefined])[] | undefined

  constructor(conditions: readonly MatchCondition[], variables: () => Variables, failsOpen: boolean) {
    this.#conditions = conditions
    this.#variables = variables
    this.#failsOpen = failsOpen
  }

  get isEmpty(): boolean {
    return this.#conditions.length === 0
  }

  /** One false condition is enough, even if others fail. */
  async evaluate(bindings: Bindings): Promise<Match> {
    const failures: string[] = []
    const budget = new CostBudget(CONDITIONS_BUDGET)
    for (const [program, { expression }, error] of this.#compiled()) {
      await endOfLongStep()
      const { value, failure } =
        program === undefined
          ? { value: undefined, failure: error ?? '' }
          : await evaluateDecided(program, expression, bindings, budget)
      if (budget.isOverdrawn) return this.#failsOpen ? { matches: false } : { failure: OUT_OF_BUDGET }
      if (failure !== undefined) failures.push(failure)
      else if (value !== true) return { matches: false }
    }
    if (failures.length === 0) return { matches: true }
    if (this.#failsOpen) return { matches: false }
    return { failure: failures.length === 1 ? (failures[0] as string) : `[${failures.join(', ')}]` }
  }

  #compiled() {
    this.#programs ??= this.#conditions.map((condition) => {
      const { program, error } = compileExpression(
        condition.expression.trim(),
        this.#variables(),
        BOOLEAN_RESULT,
      )
      return [program, condition, error] as const
    })
    return this.#programs
  }
}
