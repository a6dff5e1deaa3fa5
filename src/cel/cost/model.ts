import type { CelType } from '../types.js'
import type { CelValue } from '../values/values.js'
import type { Range } from './range.js'

/**
 * The published cost model of the language, in which one is roughly what the simplest operation takes. Rules are
 * accepted or refused by it, so that its numbers are part of the API.
 */

/** What reading a variable or a field costs. */
export const ACCESS_COST = 1
export const LIST_COST = 10
export const MAP_COST = 30
export const MESSAGE_COST = 40
/** For each character or byte that is looked at. */
export const TRAVERSAL_FACTOR = 0.1
/** For each character of a regular expression. */
export const PATTERN_FACTOR = 0.25

/** What a call costs, estimated before any value is known and counted when they are. Without a model, a call costs 1. */
export interface CostModel {
  readonly estimate?: (call: SizedCall) => CallEstimate | undefined
  readonly count?: (args: readonly CelValue[], result: CelValue) => number
}

export interface SizedCall {
  /** The receiver of a member call. */
  readonly target: SizedOperand | undefined
  readonly args: readonly SizedOperand[]
}

export interface SizedOperand {
  readonly type: CelType
  readonly size: Range
  /** The size of the items, of a list. */
  readonly elementSize: Range
}

export interface CallEstimate {
  readonly cost: Range
  /** Of a result that has a size, where anything is known of it. */
  readonly size?: Range
}
