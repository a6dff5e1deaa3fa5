import { Failure, noSuchOverload } from '#cel/values/failure.js'
import { type CelValue, typeNameOf } from '#cel/values/values.js'
import { type Activation, attempt, type Step } from './activation.js'

/** The operators that may have a result although an operand fails: `a || b` is true if either is. */

export const and =
  (left: Step, right: Step): Step =>
  (activation) =>
    decide(activation, left, right, false, '_&&_')

export const or =
  (left: Step, right: Step): Step =>
  (activation) =>
    decide(activation, left, right, true, '_||_')

/** The result is `deciding` if either operand is. */
function decide(activation: Activation, left: Step, right: Step, deciding: boolean, name: string): CelValue {
  const first = attempt(activation, left)
  if (first === deciding) return deciding
  const second = attempt(activation, right)
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
  (activation) => {
    const value = condition(activation)
    if (typeof value !== 'boolean') throw noSuchOverload('_?_:_', [typeNameOf(value)])
    return value ? whenTrue(activation) : whenFalse(activation)
  }

/** Whether a loop continues: unless its result is known to be false. */
export const notStrictlyFalse =
  (operand: Step): Step =>
  (activation) => {
    const value = attempt(activation, operand)
    activation.spend(1)
    return value !== false
  }
