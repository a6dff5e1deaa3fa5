import { ACCESS_COST, EXTRA_COSTS, TRAVERSAL_FACTOR } from '#cel/cost/model.js'
import { equal } from '#cel/values/equality.js'
import { CostLimitExceeded, noSuchOverload } from '#cel/values/failure.js'
import { Meter } from '#cel/values/meter.js'
import { sizeOf } from '#cel/values/size.js'
import { CelList, CelMap, type CelValue, typeNameOf } from '#cel/values/values.js'
import { index, indexOptional } from './access.js'
import type { Activation, Step } from './activation.js'

/** The operators on values of any type. */
export function planOperator(name: string, operands: readonly Step[]): Step | undefined {
  const [first, second] = operands as [Step, Step]
  switch (name) {
    case '_==_':
      return (activation) => compare(activation, first(activation), second(activation))
    case '_!=_':
      return (activation) => !compare(activation, first(activation), second(activation))
    case '@in':
      return (activation) => isIn(activation, first(activation), second(activation))
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
  (activation) => {
    const values = container(activation)
    const wanted = key(activation)
    activation.spend(ACCESS_COST)
    return access(values, wanted)
  }

/** Aborts a comparison that exceeds the remaining budget. */
const meterFor = (activation: Activation) => new Meter(activation.remaining / EXTRA_COSTS.perValue)

function compare(activation: Activation, left: CelValue, right: CelValue): boolean {
  const meter = meterFor(activation)
  const result = equal(left, right, meter)
  const published = Math.ceil(Math.min(sizeOf(left), sizeOf(right)) * TRAVERSAL_FACTOR)
  activation.spend(Math.max(published, Math.floor(meter.values * EXTRA_COSTS.perValue)))
  return result
}

function isIn(activation: Activation, value: CelValue, container: CelValue): boolean {
  if (container instanceof CelMap) {
    activation.spend(1)
    return container.get(value) !== undefined
  }
  if (!(container instanceof CelList)) {
    throw noSuchOverload('@in', [typeNameOf(value), typeNameOf(container)])
  }
  // Check before comparing: there may be more items than the budget allows.
  if (container.size > activation.remaining) throw new CostLimitExceeded()
  const meter = meterFor(activation)
  let found = false
  for (let slot = 0; slot < container.size && !found; slot++) {
    found = equal(container.at(slot), value, meter)
  }
  activation.spend(Math.max(container.size, Math.floor(meter.values * EXTRA_COSTS.perValue)))
  return found
}
