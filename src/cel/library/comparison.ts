import { compares, scansList } from '#cel/cost/models.js'
import {
  BOOL,
  BYTES,
  type CelType,
  DOUBLE,
  DURATION,
  INT,
  listOf,
  mapOf,
  optionalOf,
  parameter,
  STRING,
  TIMESTAMP,
  UINT,
} from '#cel/types.js'
import { compare } from '#cel/values/order.js'
import type { CelValue } from '#cel/values/values.js'
import { declare, type FunctionDeclaration, type Overload, overload } from './declaration.js'

/**
 * Comparisons, operators that the planner implements, and operators that do not evaluate all operands. The
 * declarations of the last two are for the checker and the cost estimate.
 */

const A = parameter('A')
const B = parameter('B')
const NUMBERS = [INT, UINT, DOUBLE]

const planned = (): CelValue => {
  throw new Error('the planner implements this operator')
}

function order(name: string, holds: (order: number) => boolean): FunctionDeclaration {
  const apply = (left: CelValue, right: CelValue) => {
    const result = compare(left, right)
    return result !== undefined && holds(result)
  }
  const of = (left: CelType, right: CelType): Overload => overload([left, right], BOOL, apply)
  const text = (type: CelType): Overload => overload([type, type], BOOL, apply, compares)
  const mixed = NUMBERS.flatMap((left) =>
    NUMBERS.filter((right) => right !== left).map((right) => of(left, right)),
  )
  return declare(
    name,
    of(BOOL, BOOL),
    ...NUMBERS.map((type) => of(type, type)),
    text(STRING),
    text(BYTES),
    of(TIMESTAMP, TIMESTAMP),
    of(DURATION, DURATION),
    ...mixed,
  )
}

export const comparison: readonly FunctionDeclaration[] = [
  order('_<_', (result) => result < 0),
  order('_<=_', (result) => result <= 0),
  order('_>_', (result) => result > 0),
  order('_>=_', (result) => result >= 0),
  declare('_==_', overload([A, A], BOOL, planned, compares)),
  declare('_!=_', overload([A, A], BOOL, planned, compares)),
  declare(
    '@in',
    overload([A, listOf(A)], BOOL, planned, scansList),
    overload([A, mapOf(A, B)], BOOL, planned),
  ),
  declare(
    '_[_]',
    overload([listOf(A), INT], A, planned),
    overload([mapOf(A, B), A], B, planned),
    overload([optionalOf(listOf(A)), INT], optionalOf(A), planned),
    overload([optionalOf(mapOf(A, B)), A], optionalOf(B), planned),
  ),
  declare(
    '_[?_]',
    overload([listOf(A), INT], optionalOf(A), planned),
    overload([mapOf(A, B), A], optionalOf(B), planned),
    overload([optionalOf(listOf(A)), INT], optionalOf(A), planned),
    overload([optionalOf(mapOf(A, B)), A], optionalOf(B), planned),
  ),
  declare('_&&_', overload([BOOL, BOOL], BOOL, planned)),
  declare('_||_', overload([BOOL, BOOL], BOOL, planned)),
  declare('_?_:_', overload([BOOL, A, A], A, planned)),
  declare('@not_strictly_false', overload([BOOL], BOOL, planned)),
  // The planner lets the map of a macro grow in place.
  declare('@mapInsert', overload([mapOf(A, B), A, B], mapOf(A, B), planned)),
  declare('@mapInsertEntries', overload([mapOf(A, B), mapOf(A, B)], mapOf(A, B), planned)),
]
