import { concatenates, joinsLists } from '#cel/cost/models.js'
import { BOOL, BYTES, DOUBLE, DURATION, INT, listOf, parameter, STRING, TIMESTAMP, UINT } from '#cel/types.js'
import { joinLists } from '#cel/values/collections.js'
import { Failure, overflow } from '#cel/values/failure.js'
import { inRange } from '#cel/values/timestamp-text.js'
import { type CelList, Duration, Timestamp, type Uint } from '#cel/values/values.js'
import { declare, type FunctionDeclaration, int, MAX_INT, MIN_INT, overload, uint } from './declaration.js'

/** `+ - * / %`. Integer overflow is a failure. */

const LIST = listOf(parameter('A'))

function timestamp(nanoseconds: bigint): Timestamp {
  if (!inRange(nanoseconds)) throw overflow('timestamp')
  return new Timestamp(nanoseconds)
}

function duration(nanoseconds: bigint): Duration {
  if (nanoseconds < MIN_INT || nanoseconds > MAX_INT) throw overflow('duration')
  return new Duration(nanoseconds)
}

function divisor(value: bigint, operation: string): bigint {
  if (value === 0n) throw new Failure(`${operation} by zero`)
  return value
}

const ints = (apply: (left: bigint, right: bigint) => bigint) =>
  overload([INT, INT], INT, (left: bigint, right: bigint) => int(apply(left, right)))
const uints = (apply: (left: bigint, right: bigint) => bigint) =>
  overload([UINT, UINT], UINT, (left: Uint, right: Uint) => uint(apply(left.value, right.value)))
const doubles = (apply: (left: number, right: number) => number) => overload([DOUBLE, DOUBLE], DOUBLE, apply)

export const arithmetic: readonly FunctionDeclaration[] = [
  declare(
    '_+_',
    ints((left, right) => left + right),
    uints((left, right) => left + right),
    doubles((left, right) => left + right),
    overload([STRING, STRING], STRING, (left: string, right: string) => left + right, concatenates),
    overload(
      [BYTES, BYTES],
      BYTES,
      (left: Uint8Array, right: Uint8Array) => Buffer.concat([left, right]),
      concatenates,
    ),
    overload([LIST, LIST], LIST, (left: CelList, right: CelList) => joinLists(left, right), joinsLists),
    overload([DURATION, DURATION], DURATION, (left: Duration, right: Duration) =>
      duration(left.nanoseconds + right.nanoseconds),
    ),
    overload([TIMESTAMP, DURATION], TIMESTAMP, (left: Timestamp, right: Duration) =>
      timestamp(left.nanoseconds + right.nanoseconds),
    ),
    overload([DURATION, TIMESTAMP], TIMESTAMP, (left: Duration, right: Timestamp) =>
      timestamp(left.nanoseconds + right.nanoseconds),
    ),
  ),
  declare(
    '_-_',
    ints((left, right) => left - right),
    uints((left, right) => left - right),
    doubles((left, right) => left - right),
    overload([DURATION, DURATION], DURATION, (left: Duration, right: Duration) =>
      duration(left.nanoseconds - right.nanoseconds),
    ),
    overload([TIMESTAMP, DURATION], TIMESTAMP, (left: Timestamp, right: Duration) =>
      timestamp(left.nanoseconds - right.nanoseconds),
    ),
    overload([TIMESTAMP, TIMESTAMP], DURATION, (left: Timestamp, right: Timestamp) =>
      duration(left.nanoseconds - right.nanoseconds),
    ),
  ),
  declare(
    '_*_',
    ints((left, right) => left * right),
    uints((left, right) => left * right),
    doubles((left, right) => left * right),
  ),
  declare(
    '_/_',
    ints((left, right) => left / divisor(right, 'division')),
    uints((left, right) => left / divisor(right, 'division')),
    doubles((left, right) => left / right),
  ),
  declare(
    '_%_',
    ints((left, right) => left % divisor(right, 'modulus')),
    uints((left, right) => left % divisor(right, 'modulus')),
  ),
  declare(
    '-_',
    overload([INT], INT, (value: bigint) => int(-value)),
    overload([DOUBLE], DOUBLE, (value: number) => -value),
  ),
  declare(
    '!_',
    overload([BOOL], BOOL, (value: boolean) => !value),
  ),
]
