import { ACCESS_COST, TRAVERSAL_FACTOR, UNPUBLISHED } from '#cel/cost/model.js'
import { equal } from '#cel/values/equality.js'
import { CostLimitExceeded, noSuchOverload } from '#cel/values/failure.js'
import { Meter } from '#cel/values/meter.js'
import { sizeOf } from '#cel/values/size.js'
import { CelList, CelMap, type CelValue, typeNameOf } from '#cel/values/values.js'
import { index, indexOptional } from './access.js'
import type { Frame, Step } from './frame.js'

/** The operators that take values of any type. */
export function planOperator(name: string, operands: readonly Step[]): Step | undefined {
  const [first, second] = operands as [Step, Step]
  switch (name) {
    case '_==_':
      return (frame) => compare(frame, first(frame), second(frame))
    case '_!=_':
      return (frame) => !compare(frame, first(frame), second(frame))
    case '@in':
      return (frame) => isIn(frame, first(frame), second(frame))
    case '_[_]':
      return planIndex(first, second, index)
    case '_[?_]':
      return planIndex(first, second, indexOptional)
    default:
      return undefined
  }
}

const planIndex =
  (container: Step, key: Step, access: (container: CelValue, key: CelValue) => CelValue): Step =>
  (frame) => {
    const values = container(frame)
    const wanted = key(frame)
    frame.spend(ACCESS_COST)
    return access(values, wanted)
  }

/** A comparison that takes longer than what may be spent is given up. */
const meterFor = (frame: Frame) => new Meter(frame.left / UNPUBLISHED.perValue)

function compare(frame: Frame, left: CelValue, right: CelValue): boolean {
  const meter = meterFor(frame)
  const result = equal(left, right, meter)
  const published = Math.ceil(Math.min(sizeOf(left), sizeOf(right)) * TRAVERSAL_FACTOR)
  frame.spend(Math.max(published, Math.floor(meter.values * UNPUBLISHED.perValue)))
  return result
}

function isIn(frame: Frame, value: CelValue, container: CelValue): boolean {
  if (container instanceof CelMap) {
    frame.spend(1)
    return container.get(value) !== undefined
  }
  if (!(container instanceof CelList)) {
    throw noSuchOverload('@in', [typeNameOf(value), typeNameOf(container)])
  }
  // Counted before the items are compared, of which there may be more than can be.
  if (container.size > frame.left) throw new CostLimitExceeded()
  const meter = meterFor(frame)
  let found = false
  for (let place = 0; place < container.size && !found; place++) {
    found = equal(container.at(place), value, meter)
  }
  frame.spend(Math.max(container.size, Math.floor(meter.values * UNPUBLISHED.perValue)))
  return found
}
