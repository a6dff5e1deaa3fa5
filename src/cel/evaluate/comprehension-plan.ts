import { listingWork } from '#cel/cost/models.js'
import type { Comprehension } from '#cel/syntax/ast.js'
import { Failure } from '#cel/values/failure.js'
import { CelList, CelMap, type CelValue, typeNameOf } from '#cel/values/values.js'
import { planAccumulation } from './accumulation.js'
import { type Activation, attempt, type PlanContext, type Step } from './activation.js'

/** A comprehension. Its variables have slots of their own, so nested ones do not share any. */
export function planComprehension(fold: Comprehension, planner: PlanContext): Step {
  const range = planner.plan(fold.range)
  const init = planner.plan(fold.init)
  return planner.withLocals([fold.accumulator], ([accumulator]) => {
    const slot = accumulator as number
    const names = fold.secondVariable === undefined ? [fold.variable] : [fold.variable, fold.secondVariable]
    const { begin, step, end, condition, variables } = planner.withLocals(names, (slots) => ({
      ...planAccumulation(fold, slot, init, planner),
      condition: planner.plan(fold.condition),
      variables: slots as [number, number?],
    }))
    const result = planner.plan(fold.result)
    /** One iteration; false ends the loop. */
    const turn = (activation: Activation): boolean => {
      if (attempt(activation, condition) === false) return false
      activation.values[slot] = attempt(activation, step)
      return true
    }
    return (activation) => {
      const container = range(activation)
      activation.values[slot] = begin(activation)
      loop(activation, container, variables, turn)
      end(activation)
      return result(activation)
    }
  })
}

/** Iterates over the elements. One variable is the item of a list or the key of a map; a second one is the value. */
function loop(
  activation: Activation,
  container: CelValue,
  [first, second]: [number, number?],
  turn: (activation: Activation) => boolean,
): void {
  const { values } = activation
  if (container instanceof CelList) {
    for (let index = 0; index < container.size; index++) {
      if (second !== undefined) values[first] = BigInt(index)
      values[second ?? first] = container.at(index)
      if (!turn(activation)) return
    }
    return
  }
  if (!(container instanceof CelMap)) {
    throw new Failure(`got '${typeNameOf(container)}', expected iterable type`)
  }
  const before = activation.cost
  const keys = [...container.keys()]
  for (const key of keys) {
    values[first] = key
    if (second !== undefined) values[second] = container.get(key)
    if (!turn(activation)) break
  }
  // Listing the keys costs even if the loop ends at the first one.
  activation.spend(Math.max(0, listingWork(keys.length) - (activation.cost - before)))
}
