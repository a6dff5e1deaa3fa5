import { Timestamp } from './values.js'

/** Timestamps in RFC 3339. */

const NANOSECONDS = 1_000_000_000n
const MILLISECOND = 1_000_000n
const PATTERN =
  /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(?:\.(\d{1,9})\d*)?(?:([Zz])|([+-])(\d\d):(\d\d))$/
const DATE = /^(\d{4})-(\d\d)-(\d\d)$/

/** 0001-01-01T00:00:00Z and the last nanosecond of the year 9999. */
export const EARLIEST = -62_135_596_800n * NANOSECONDS
export const LATEST = 253_402_300_799n * NANOSECONDS + (NANOSECONDS - 1n)

export function parseTimestamp(text: string): Timestamp | undefined {
  const match = PATTERN.exec(text)
  if (!match) return undefined
  const [, year, month, day, hour, minute, second, fraction = '', , sign, offsetHour, offsetMinute] = match
  const days = utcDay(year as string, month as string, day as string)
  if (days === undefined || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined
  const seconds = (Number(hour) * 60 + Number(minute)) * 60 + Number(second)
  const offset = sign ? (Number(offsetHour) * 60 + Number(offsetMinute)) * (sign === '-' ? -60 : 60) : 0
  const nanoseconds =
    BigInt(days) * MILLISECOND +
    BigInt(seconds - offset) * NANOSECONDS +
    BigInt((fraction as string).padEnd(9, '0'))
  return inRange(nanoseconds) ? new Timestamp(nanoseconds) : undefined
}

/** Midnight of a date. */
export function parseDate(text: string): Timestamp | undefined {
  const match = DATE.exec(text)
  const days = match ? utcDay(match[1] as string, match[2] as string, match[3] as string) : undefined
  return days === undefined ? undefined : new Timestamp(BigInt(days) * MILLISECOND)
}

export const inRange = (nanoseconds: bigint): boolean => nanoseconds >= EARLIEST && nanoseconds <= LATEST

/** Midnight of a date in milliseconds; undefined for invalid dates. */
function utcDay(year: string, month: string, day: string): number | undefined {
  // `Date.UTC` maps years below 100 to the last century.
  const date = new Date(0)
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day))
  const isReal = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
  return isReal ? date.getTime() : undefined
}

export function formatTimestamp({ nanoseconds }: Timestamp): string {
  const { date, fraction } = dateOf(nanoseconds)
  const text = date.toISOString().slice(0, 19)
  const digits = fraction === 0n ? '' : `.${String(fraction).padStart(9, '0').replace(/0+$/, '')}`
  return `${text}${digits}Z`
}

/** The date of a time, and the nanoseconds after its last full second. */
export function dateOf(nanoseconds: bigint): { date: Date; fraction: bigint } {
  const fraction = ((nanoseconds % NANOSECONDS) + NANOSECONDS) % NANOSECONDS
  return { date: new Date(Number((nanoseconds - fraction) / MILLISECOND)), fraction }
}
