import type { CelType } from '#cel/types.js'
import type { CelValue } from '#cel/values/values.js'
import type { Range } from './range.js'

/**
 * The published cost model of CEL, in which 1 is roughly the simplest operation. Rules are accepted or refused by it,
 * so its numbers are part of the API.
 */

/** The cost of reading a variable or a field. */
export const ACCESS_COST = 1
export const LIST_COST = 10
export const MAP_COST = 30
export const MESSAGE_COST = 40
/** Per character or byte. */
export const TRAVERSAL_FACTOR = 0.1
/** Per character of a regular expression. */
export const PATTERN_FACTOR = 0.25

/**
 * Costs beyond the published model, which leaves out some work and takes some functions for constant that are not.
 * They keep a cost of 1 at about the time it stands for, and are negligible for values of usual size.
 */
export const EXTRA_COSTS = {
  /** Per value that is visited when lists, maps and objects are compared or traversed. */
  perValue: 1,
  /** Per character of a string argument. */
  perCharacter: 1 / 100,
  /** Per listed entry of a map with more than `fewMembers`. */
  perEntry: 1 / 2,
  fewEntries: 100,
  /** Per step of a regular expression, characters times instructions, beyond `fewSteps`. */
  perStep: 1 / 4,
  fewSteps: 10_000,
  /** A time zone conversion. */
  timeZone: 50,
} as const

/** The cost of a call, estimated before evaluation and counted during it. Without a model, a call costs 1. */
export interface CostModel {
  readonly estimate?: (call: SizedCall) => CallEstimate | undefined
  /** Counted before the call, so that a call over the limit is not made. */
  readonly count?: (args: readonly CelValue[]) => number
  /** The additional cost of the result. */
  readonly countResult?: (result: CelValue) => number
}

export interface SizedCall {
  /** The receiver of a member call. */
  readonly target: SizedOperand | undefined
  readonly args: readonly SizedOperand[]
}

export interface SizedOperand {
  readonly type: CelType
  readonly size: Range
  /** The size of a list's items. */
  readonly elementSize: Range
  /** The number, if it is a literal. */
  readonly number: bigint | undefined
}

export interface CallEstimate {
  readonly cost: Range
  /** The size of the result, if known. */
  readonly size?: Range
}
