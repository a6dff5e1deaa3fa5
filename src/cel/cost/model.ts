import type { CelType } from '#cel/types.js'
import type { CelValue } from '#cel/values/values.js'
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

/**
 * The published costs leave out some work, or take functions for constant that are not. What is counted beyond them
 * keeps a cost of 1 at about the time that it stands for, and is nothing to speak of for values of the usual size.
 */
export const UNPUBLISHED = {
  /** Values that are looked at when lists, maps and objects are compared or gone through. */
  perValue: 1,
  /** Characters of text that a function is given. */
  perCharacter: 1 / 100,
  /** Members of a map that are listed, if there are more than `fewMembers`. */
  perMember: 1 / 2,
  fewMembers: 100,
  /** Characters of a text times instructions of the regular expression that the text is matched with; 1 beyond `fewSteps`. */
  perStep: 1 / 4,
  fewSteps: 10_000,
  /** What the clocks of a place showed at a time. */
  timeZone: 50,
} as const

/** What a call costs, estimated before any value is known and counted when they are. Without a model, a call costs 1. */
export interface CostModel {
  readonly estimate?: (call: SizedCall) => CallEstimate | undefined
  /** Counted before the call is made, so that one that would cost too much is not. */
  readonly count?: (args: readonly CelValue[]) => number
  /** What the result adds. */
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
  /** The size of the items, of a list. */
  readonly elementSize: Range
  /** The number, where one is written down. */
  readonly number: bigint | undefined
}

export interface CallEstimate {
  readonly cost: Range
  /** Of a result that has a size, where anything is known of it. */
  readonly size?: Range
}
