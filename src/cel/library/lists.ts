import { comparesItems, traversesItems } from '#cel/cost/models.js'
import {
  BOOL,
  BYTES,
  type CelType,
  DOUBLE,
  DURATION,
  INT,
  listOf,
  parameter,
  STRING,
  TIMESTAMP,
  UINT,
} from '#cel/types.js'
import { includes } from '#cel/values/collections.js'
import { equal } from '#cel/values/equality.js'
import { Failure } from '#cel/values/failure.js'
import { compare } from '#cel/values/order.js'
import { type CelList, type CelValue, Duration, Uint } from '#cel/values/values.js'
import { declare, type FunctionDeclaration, int, member, overload, uint } from './declaration.js'

/** Functions on lists. */

const A = parameter('A')
const ORDERED: readonly CelType[] = [INT, UINT, DOUBLE, BOOL, DURATION, TIMESTAMP, STRING, BYTES]
const SUMMABLE: readonly [CelType, zero: CelValue][] = [
  [INT, 0n],
  [UINT, new Uint(0n)],
  [DOUBLE, 0],
  [DURATION, new Duration(0n)],
]

function order(left: CelValue, right: CelValue): number {
  const result = compare(left, right)
  if (result === undefined) throw new Failure('no such overload')
  return result
}

function isSorted(list: CelList): boolean {
  for (let index = 1; index < list.size; index++) {
    if (order(list.at(index - 1), list.at(index)) > 0) return false
  }
  return true
}

const extreme = (name: string, isBetter: (order: number) => boolean) => (list: CelList) => {
  if (list.size === 0) throw new Failure(`${name} called on empty list`)
  let best = list.at(0)
  for (const item of list) if (isBetter(order(item, best))) best = item
  return best
}

function add(left: CelValue, right: CelValue): CelValue {
  if (typeof left === 'bigint' && typeof right === 'bigint') return int(left + right)
  if (typeof left === 'number' && typeof right === 'number') return left + right
  if (left instanceof Uint && right instanceof Uint) return uint(left.value + right.value)
  if (left instanceof Duration && right instanceof Duration) {
    return new Duration(int(left.nanoseconds + right.nanoseconds))
  }
  throw new Failure('no such overload')
}

/** The sum of an empty list is the zero of the declared type; dynamic items have the zero of their own type. */
const sum = (zero: CelValue) => (list: CelList) => {
  if (list.size === 0) return zero
  let total = list.at(0)
  for (let index = 1; index < list.size; index++) total = add(total, list.at(index))
  return total
}

function indexOf(list: CelList, wanted: CelValue): bigint {
  for (let index = 0; index < list.size; index++) if (equal(list.at(index), wanted)) return BigInt(index)
  return -1n
}

function lastIndexOf(list: CelList, wanted: CelValue): bigint {
  for (let index = list.size - 1; index >= 0; index--) if (equal(list.at(index), wanted)) return BigInt(index)
  return -1n
}

const onOrdered = (name: string, result: (type: CelType) => CelType, apply: (list: CelList) => CelValue) =>
  declare(name, ...ORDERED.map((type) => member([listOf(type)], result(type), apply, traversesItems)))

export const lists: readonly FunctionDeclaration[] = [
  onOrdered('isSorted', () => BOOL, isSorted),
  onOrdered(
    'min',
    (type) => type,
    extreme('min', (result) => result < 0),
  ),
  onOrdered(
    'max',
    (type) => type,
    extreme('max', (result) => result > 0),
  ),
  declare('sum', ...SUMMABLE.map(([type, zero]) => member([listOf(type)], type, sum(zero), traversesItems))),
  declare('indexOf', member([listOf(A), A], INT, indexOf, traversesItems)),
  declare('lastIndexOf', member([listOf(A), A], INT, lastIndexOf, traversesItems)),
]

/** Lists as sets: order and duplicates do not matter. */

const LIST = listOf(parameter('A'))

const contains = (list: CelList, sublist: CelList): boolean =>
  [...sublist].every((item) => includes(list, item))
const intersects = (left: CelList, right: CelList): boolean => [...left].some((item) => includes(right, item))

export const sets: readonly FunctionDeclaration[] = [
  declare('sets.contains', overload([LIST, LIST], BOOL, contains, comparesItems(1))),
  declare(
    'sets.equivalent',
    overload(
      [LIST, LIST],
      BOOL,
      (left: CelList, right: CelList) => contains(left, right) && contains(right, left),
      comparesItems(2),
    ),
  ),
  declare('sets.intersects', overload([LIST, LIST], BOOL, intersects, comparesItems(1))),
]
