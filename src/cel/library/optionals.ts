import { deepWork } from '#cel/cost/models.js'
import { BOOL, type CelType, listOf, optionalOf, parameter } from '#cel/types.js'
import { ArrayList } from '#cel/values/collections.js'
import { Failure } from '#cel/values/failure.js'
import { sizeOf } from '#cel/values/size.js'
import { CelList, CelMap, type CelValue, Duration, Optional, Uint } from '#cel/values/values.js'
import { declare, type FunctionDeclaration, member, overload } from './declaration.js'

/** Optional values. */

const A: CelType = parameter('A')
const SOME = optionalOf(A)
const LIST = listOf(A)

function isZero(value: CelValue): boolean {
  if (value === null || value === false || value === 0 || value === 0n || value === '') return true
  if (value instanceof Uint) return value.value === 0n
  if (value instanceof Duration) return value.nanoseconds === 0n
  if (value instanceof CelList || value instanceof CelMap || value instanceof Uint8Array)
    return sizeOf(value) === 0
  return value instanceof Optional && value.value === undefined
}

function present({ value }: Optional): CelValue {
  if (value === undefined) throw new Failure('optional.none() dereference')
  return value
}

const unwrap = (list: CelList) =>
  new ArrayList(
    [...list]
      .map((item) => (item instanceof Optional ? item.value : item))
      .filter((item) => item !== undefined),
  )

const unwraps = { count: ([list]: readonly CelValue[]) => 1 + deepWork(list as CelValue) }

const itemAt = (list: CelList, index: number) =>
  index >= 0 && index < list.size ? new Optional(list.at(index)) : Optional.NONE

export const optionals: readonly FunctionDeclaration[] = [
  declare(
    'optional.of',
    overload([A], SOME, (value: CelValue) => new Optional(value)),
  ),
  declare(
    'optional.ofNonZeroValue',
    overload([A], SOME, (value: CelValue) => (isZero(value) ? Optional.NONE : new Optional(value))),
  ),
  declare(
    'optional.none',
    overload([], SOME, () => Optional.NONE),
  ),
  declare('optional.unwrap', overload([listOf(SOME)], LIST, unwrap, unwraps)),
  declare('unwrapOpt', member([listOf(SOME)], LIST, unwrap, unwraps)),
  declare(
    'hasValue',
    member([SOME], BOOL, ({ value }: Optional) => value !== undefined),
  ),
  declare('value', member([SOME], A, present)),
  declare(
    'or',
    member([SOME, SOME], SOME, (left: Optional, right: Optional) =>
      left.value === undefined ? right : left,
    ),
  ),
  declare(
    'orValue',
    member([SOME, A], A, ({ value }: Optional, other: CelValue) => (value === undefined ? other : value)),
  ),
  declare(
    'first',
    member([LIST], SOME, (list: CelList) => itemAt(list, 0)),
  ),
  declare(
    'last',
    member([LIST], SOME, (list: CelList) => itemAt(list, list.size - 1)),
  ),
]
