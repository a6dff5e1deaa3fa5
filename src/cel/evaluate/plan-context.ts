import type { Expression } from '#cel/syntax/ast.js'
import type { CelType } from '#cel/types.js'
import type { Step } from './frame.js'

/** What the planners of calls and loops need of the planner of the whole expression. */
export interface PlanContext {
  plan(expression: Expression): Step
  typeOf(expression: Expression): CelType
  /** Plans with the variables of a macro in scope, each in a place of its own. */
  withLocals<T>(names: readonly string[], plan: (places: readonly number[]) => T): T
}
