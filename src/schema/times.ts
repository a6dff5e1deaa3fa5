import type { Clock } from '#util/clock.js'
import { DecodeError, describeValue } from './decode-error.js'

/** The usual format of times, which the API also writes. All months have these days; year 1 may be the zero time. */
const PLAIN_TIME = /^[1-9]\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/
const PLAIN_MICRO_TIME =
  /^[1-9]\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{6}Z$/
const RFC3339 = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:[.,](\d+))?(?:[Zz]|([+-])(\d\d):(\d\d))$/

/** The first second of year 1, which stands for "no time" on the wire. */
const ZERO_TIME = Date.parse('0001-01-01T00:00:00Z')
/** The first second of year 0 and the last of year 9999, beyond which a time has no text. */
export const FIRST_SECOND = -62_167_219_200
export const LAST_SECOND = 253_402_300_799

/** A point in time. What is finer than a second is cut off. */
export function decodeTime(input: unknown): string | null {
  if (typeof input === 'string' && PLAIN_TIME.test(input)) return input
  const match = typeof input === 'string' ? RFC3339.exec(input) : null
  if (!match)
    throw new DecodeError(`expected a time such as 2006-01-02T15:04:05Z, got ${describeValue(input)}`)
  const instant = instantOf(match, input)
  return instant === ZERO_TIME ? null : formatTime(new Date(instant))
}

/** A point in time to the microsecond. */
export function decodeMicroTime(input: unknown): string | null {
  if (typeof input === 'string' && PLAIN_MICRO_TIME.test(input)) return input
  const match = typeof input === 'string' ? RFC3339.exec(input) : null
  const fraction = match?.[7]
  if (!match || fraction?.length !== 6) {
    throw new DecodeError(
      `expected a time with six fractional digits such as 2006-01-02T15:04:05.000000Z, got ${describeValue(input)}`,
    )
  }
  const instant = instantOf(match, input)
  const microseconds = Number(fraction)
  return instant === ZERO_TIME && microseconds === 0 ? null : formatMicroTime(instant / 1000, microseconds)
}

/** The milliseconds since 1970 of the second in which a time lies. */
function instantOf(match: RegExpExecArray, input: unknown): number {
  const [, year, month, day, hour, minute, second, , sign, offsetHours = '0', offsetMinutes = '0'] = match
  // Parsing the local part as UTC rejects dates that do not exist, such as the 30th of February.
  const local = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  const offset = (Number(offsetHours) * 60 + Number(offsetMinutes)) * 60_000
  const instant = local.getTime() - (sign === '-' ? -offset : offset)
  if (
    Number.isNaN(instant) ||
    local.getUTCDate() !== Number(day) ||
    Number(offsetHours) > 23 ||
    Number(offsetMinutes) > 59 ||
    instant < FIRST_SECOND * 1000 ||
    instant > LAST_SECOND * 1000
  ) {
    throw new DecodeError(`expected a time that exists, got ${describeValue(input)}`)
  }
  return instant
}

let lastSecond = Number.NaN
let lastText = ''

/** A point in time as the API writes it: UTC, whole seconds. Most are now, and many of them the same second. */
export function formatTime(date: Date): string {
  const second = Math.floor(date.getTime() / 1000)
  if (second !== lastSecond) {
    lastText = `${date.toISOString().slice(0, 19)}Z`
    lastSecond = second
  }
  return lastText
}

/** The time of a clock, as the API writes it. */
export const currentTime = (clock: Clock): string => formatTime(new Date(clock.now()))

/** A point in time to the microsecond, as the API writes it. `second` is a whole number since 1970. */
export function formatMicroTime(second: number, microseconds: number): string {
  const text = new Date(second * 1000).toISOString().slice(0, 19)
  return `${text}.${String(microseconds).padStart(6, '0')}Z`
}
