import { Meter } from './meter.js'
import { compareNumbers, numberOf } from './order.js'
import {
  CelList,
  CelMap,
  type CelValue,
  Duration,
  OpaqueValue,
  Optional,
  Timestamp,
  TypeValue,
  Uint,
} from './values.js'

/** Whether two values are equal. Values of different types are not, except numbers. */
export function equal(left: CelValue, right: CelValue, meter: Meter = new Meter()): boolean {
  meter.add(1)
  if (typeof left === 'string' && typeof right === 'string') {
    if (left.length === right.length) meter.addText(left.length)
    return left === right
  }
  if (left === right) return true
  if (typeof left !== 'object' || left === null || left instanceof Uint) return equalScalars(left, right)
  if (left instanceof CelList) return right instanceof CelList && equalLists(left, right, meter)
  if (left instanceof CelMap) return right instanceof CelMap && equalMaps(left, right, meter)
  if (left instanceof Uint8Array) return right instanceof Uint8Array && Buffer.compare(left, right) === 0
  if (left instanceof Timestamp || left instanceof Duration) {
    return right instanceof left.constructor && left.nanoseconds === (right as Duration).nanoseconds
  }
  if (left instanceof Optional) return right instanceof Optional && equalOptionals(left, right, meter)
  if (left instanceof TypeValue) return right instanceof TypeValue && left.name === right.name
  return right instanceof OpaqueValue && left.constructor === right.constructor && left.equals(right)
}

function equalScalars(left: CelValue, right: CelValue): boolean {
  const a = numberOf(left)
  const b = numberOf(right)
  if (a === undefined || b === undefined || Number.isNaN(a) || Number.isNaN(b)) return false
  return compareNumbers(a, b) === 0
}

function equalLists(left: CelList, right: CelList, meter: Meter): boolean {
  if (left.size !== right.size) return false
  const inAnyOrder = left.equalsAnyOrder(right, meter)
  if (inAnyOrder !== undefined) return inAnyOrder
  for (let index = 0; index < left.size; index++) {
    const isSame = left.equalsAt(right, index)
    if (isSame !== undefined) meter.add(1)
    if (!(isSame ?? equal(left.at(index), right.at(index), meter))) return false
  }
  return true
}

function equalMaps(left: CelMap, right: CelMap, meter: Meter): boolean {
  if (left.size !== right.size || !left.equalsHidden(right, meter)) return false
  for (const key of left.keys()) {
    meter.add(1)
    const other = right.get(key)
    if (other === undefined || !equal(left.get(key) as CelValue, other, meter)) return false
  }
  return true
}

function equalOptionals({ value: left }: Optional, { value: right }: Optional, meter: Meter): boolean {
  if (left === undefined || right === undefined) return left === right
  return equal(left, right, meter)
}
