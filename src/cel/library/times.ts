import { type CostModel, EXTRA_COSTS } from '#cel/cost/model.js'
import { DURATION, INT, STRING, TIMESTAMP } from '#cel/types.js'
import type { Duration, Timestamp } from '#cel/values/values.js'
import { declare, type FunctionDeclaration, member, type Overload } from './declaration.js'
import { type CalendarParts, calendarParts } from './time-zones.js'

/** Fields of timestamps and durations. */

const NANOSECONDS = {
  hour: 3_600_000_000_000n,
  minute: 60_000_000_000n,
  second: 1_000_000_000n,
  millisecond: 1_000_000n,
}

const looksUpZone: CostModel = { count: () => EXTRA_COSTS.timeZone }

const ofTimestamp = (part: (parts: CalendarParts) => number): Overload[] => [
  member([TIMESTAMP], INT, (time: Timestamp) => BigInt(part(calendarParts(time, 'UTC')))),
  member(
    [TIMESTAMP, STRING],
    INT,
    (time: Timestamp, zone: string) => BigInt(part(calendarParts(time, zone))),
    looksUpZone,
  ),
]

const ofDuration = (unit: keyof typeof NANOSECONDS): Overload =>
  member([DURATION], INT, ({ nanoseconds }: Duration) => nanoseconds / NANOSECONDS[unit])

export const times: readonly FunctionDeclaration[] = [
  declare('getFullYear', ...ofTimestamp(({ year }) => year)),
  declare('getMonth', ...ofTimestamp(({ month }) => month - 1)),
  declare('getDate', ...ofTimestamp(({ day }) => day)),
  declare('getDayOfMonth', ...ofTimestamp(({ day }) => day - 1)),
  declare('getDayOfWeek', ...ofTimestamp(({ dayOfWeek }) => dayOfWeek)),
  declare('getDayOfYear', ...ofTimestamp(({ dayOfYear }) => dayOfYear)),
  declare('getHours', ...ofTimestamp(({ hour }) => hour), ofDuration('hour')),
  declare('getMinutes', ...ofTimestamp(({ minute }) => minute), ofDuration('minute')),
  declare('getSeconds', ...ofTimestamp(({ second }) => second), ofDuration('second')),
  declare('getMilliseconds', ...ofTimestamp(({ millisecond }) => millisecond), ofDuration('millisecond')),
]
