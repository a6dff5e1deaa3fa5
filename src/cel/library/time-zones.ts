import { Failure } from '#cel/values/failure.js'
import { dateOf } from '#cel/values/timestamp-text.js'
import type { Timestamp } from '#cel/values/values.js'

/** The calendar fields of a timestamp in a time zone. Months and days of the month start at 1. */
export interface CalendarParts {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly dayOfWeek: number
  readonly dayOfYear: number
  readonly hour: number
  readonly minute: number
  readonly second: number
  readonly millisecond: number
}

const OFFSET = /^([+-]?)(\d\d):(\d\d)$/
const DAY = 24 * 60 * 60 * 1000

export function calendarParts({ nanoseconds }: Timestamp, zone: string): CalendarParts {
  const { date, fraction } = dateOf(nanoseconds)
  const local = new Date(date.getTime() + offsetOf(date, zone))
  const newYear = new Date(0)
  newYear.setUTCFullYear(local.getUTCFullYear(), 0, 1)
  return {
    year: local.getUTCFullYear(),
    month: local.getUTCMonth() + 1,
    day: local.getUTCDate(),
    dayOfWeek: local.getUTCDay(),
    dayOfYear: Math.floor((local.getTime() - newYear.getTime()) / DAY),
    hour: local.getUTCHours(),
    minute: local.getUTCMinutes(),
    second: local.getUTCSeconds(),
    millisecond: Number(fraction / 1_000_000n),
  }
}

/** The UTC offset of a zone at a time, in milliseconds. A zone is a name, or an offset: `-07:30`. */
function offsetOf(date: Date, zone: string): number {
  if (zone === 'UTC' || zone === '') return 0
  const offset = OFFSET.exec(zone)
  if (offset) {
    const minutes = Number(offset[2]) * 60 + Number(offset[3])
    return (offset[1] === '-' ? -minutes : minutes) * 60_000
  }
  const parts = new Map(
    formatterOf(zone)
      .formatToParts(date)
      .map(({ type, value }) => [type, value]),
  )
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.get(type))
  const local = new Date(0)
  const year = parts.get('era') === 'BC' ? 1 - part('year') : part('year')
  local.setUTCFullYear(year, part('month') - 1, part('day'))
  local.setUTCHours(part('hour'), part('minute'), part('second'))
  return local.getTime() - date.getTime()
}

const formatters = new Map<string, Intl.DateTimeFormat>()
/** There are some six hundred zones. */
const MAX_FORMATTERS = 50

function formatterOf(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone)
  if (known) return known
  const formatter = makeFormatter(zone)
  if (formatters.size >= MAX_FORMATTERS) formatters.clear()
  formatters.set(zone, formatter)
  return formatter
}

function makeFormatter(zone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      era: 'short',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
  } catch {
    throw new Failure(`unknown time zone ${zone}`)
  }
}
