import { Failure, noSuchOverload } from '#cel/values/failure.js'
import { type CelValue, typeNameOf } from '#cel/values/values.js'
import { attempt, type Frame, type Step } from './frame.js'

/**
 * The operators that may have a result although an operand has none: `a || b` is true if either is, even if the other
 * fails.
 */

export const and =
  (left: Step, right: Step): Step =>
  (frame) =>
    decide(frame, left, right, false, '_&&_')

export const or =
  (left: Step, right: Step): Step =>
  (frame) =>
    decide(frame, left, right, true, '_||_')

/** The result is `deciding` if either operand is that. */
function decide(frame: Frame, left: Step, right: Step, deciding: boolean, name: string): CelValue {
  const first = attempt(frame, left)
  if (first === deciding) return deciding
  const second = attempt(frame, right)
  if (second === deciding) return deciding
  if (first instanceof Failure) throw first
  if (second instanceof Failure) throw second
  if (typeof first !== 'boolean' || typeof second !== 'boolean') {
    throw noSuchOverload(name, [typeNameOf(first), typeNameOf(second)])
  }
  return !deciding
}

export const conditional =
  (condition: Step, whenTrue: Step, whenFalse: Step): Step =>
  (frame) => {
    const value = condition(frame)
    if (typeof value !== 'boolean') throw noSuchOverload('_?_:_', [typeNameOf(value)])
    return value ? whenTrue(frame) : whenFalse(frame)
  }

/** Whether a loop goes on: it does unless its result is already known to be false. */
export const notStrictlyFalse =
  (operand: Step): Step =>
  (frame) => {
    const value = attempt(frame, operand)
    frame.spend(1)
    return value !== false
  }
