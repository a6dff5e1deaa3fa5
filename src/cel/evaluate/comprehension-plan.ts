import { listingWork } from '#cel/cost/models.js'
import type { Comprehension } from '#cel/syntax/ast.js'
import { Failure } from '#cel/values/failure.js'
import { CelList, CelMap, type CelValue, typeNameOf } from '#cel/values/values.js'
import { planAccumulation } from './accumulation.js'
import { attempt, type Frame, type PlanContext, type Step } from './frame.js'

/** The loop of a macro. Its variables have places of their own, so that loops inside one another do not share any. */
export function planComprehension(fold: Comprehension, planner: PlanContext): Step {
  const range = planner.plan(fold.range)
  const init = planner.plan(fold.init)
  return planner.withLocals([fold.accumulator], ([accumulator]) => {
    const place = accumulator as number
    const names = fold.secondVariable === undefined ? [fold.variable] : [fold.variable, fold.secondVariable]
    const { begin, step, end, condition, variables } = planner.withLocals(names, (places) => ({
      ...planAccumulation(fold, place, init, planner),
      condition: planner.plan(fold.condition),
      variables: places as [number, number?],
    }))
    const result = planner.plan(fold.result)
    /** One turn of the loop; false if it was not to be taken. */
    const turn = (frame: Frame): boolean => {
      if (attempt(frame, condition) === false) return false
      frame.values[place] = attempt(frame, step)
      return true
    }
    return (frame) => {
      const container = range(frame)
      frame.values[place] = begin(frame)
      loop(frame, container, variables, turn)
      end(frame)
      return result(frame)
    }
  })
}

/** Takes a turn for each element. One variable is the item of a list, or the key of a map; of two, the second is the value. */
function loop(
  frame: Frame,
  container: CelValue,
  [first, second]: [number, number?],
  turn: (frame: Frame) => boolean,
): void {
  const { values } = frame
  if (container instanceof CelList) {
    for (let index = 0; index < container.size; index++) {
      if (second !== undefined) values[first] = BigInt(index)
      values[second ?? first] = container.at(index)
      if (!turn(frame)) return
    }
    return
  }
  if (!(container instanceof CelMap)) {
    throw new Failure(`got '${typeNameOf(container)}', expected iterable type`)
  }
  const before = frame.cost
  const keys = [...container.keys()]
  for (const key of keys) {
    values[first] = key
    if (second !== undefined) values[second] = container.get(key)
    if (!turn(frame)) break
  }
  // Listing the keys is work even if the loop ends at the first of them.
  frame.spend(Math.max(0, listingWork(keys.length) - (frame.cost - before)))
}
