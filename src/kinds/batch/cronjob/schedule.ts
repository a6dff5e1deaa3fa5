import { VALID } from '#meta/formats.js'
import { goDurationError, isGoDuration, parseDuration } from '#util/text/duration.js'

/**
 * Cron schedules: five fields (minute, hour, day of month, month, day of week) or a descriptor such as `@daily`. Error
 * messages are those of the Go parser that Kubernetes uses.
 */

interface Bounds {
  readonly lowest: number
  readonly highest: number
  /** Names for the numbers, starting at the lowest. */
  readonly names?: readonly string[]
}

const FIELDS: readonly Bounds[] = [
  { lowest: 0, highest: 59 },
  { lowest: 0, highest: 23 },
  { lowest: 1, highest: 31 },
  {
    lowest: 1,
    highest: 12,
    names: ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'],
  },
  { lowest: 0, highest: 6, names: ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] },
]

const WORDS: ReadonlyMap<string, string> = new Map([
  ['@yearly', '0 0 1 1 *'],
  ['@annually', '0 0 1 1 *'],
  ['@monthly', '0 0 1 * *'],
  ['@weekly', '0 0 * * 0'],
  ['@daily', '0 0 * * *'],
  ['@midnight', '0 0 * * *'],
  ['@hourly', '0 * * * *'],
])
const EVERY = '@every '

/** The times at which something is due. */
export type Schedule =
  | {
      readonly minutes: ReadonlySet<number>
      readonly hours: ReadonlySet<number>
      readonly daysOfMonth: ReadonlySet<number>
      readonly months: ReadonlySet<number>
      readonly daysOfWeek: ReadonlySet<number>
      /** Whether day of month and day of week must both match; otherwise one is enough, because both are restricted. */
      readonly bothDays: boolean
      /** The time zone in the schedule itself. */
      readonly timeZone: string | undefined
    }
  | { readonly everyMs: number }

/** Parses a valid schedule. */
export function parseSchedule(schedule: string): Schedule {
  return readSchedule(schedule)
}

/** The errors of a schedule; empty if it is valid. */
export function scheduleErrors(schedule: string): readonly string[] {
  try {
    readSchedule(schedule)
    return VALID
  } catch (error) {
    if (error instanceof ScheduleError) return [error.message]
    throw error
  }
}

class ScheduleError extends Error {}

function fail(message: string): never {
  throw new ScheduleError(message)
}

function readSchedule(schedule: string): Schedule {
  const { zone, text } = splitZone(schedule)
  if (text.startsWith(EVERY)) return { everyMs: readEvery(text) }
  const fields = (text.startsWith('@') ? readWord(text) : text).split(/\s+/).filter((field) => field !== '')
  if (fields.length !== FIELDS.length) {
    fail(`expected exactly ${FIELDS.length} fields, found ${fields.length}: [${fields.join(' ')}]`)
  }
  const read = fields.map((field, index) => readField(field, FIELDS[index] as Bounds))
  const [minutes, hours, daysOfMonth, months, daysOfWeek] = read as [Field, Field, Field, Field, Field]
  return {
    minutes: minutes.values,
    hours: hours.values,
    daysOfMonth: daysOfMonth.values,
    months: months.values,
    daysOfWeek: daysOfWeek.values,
    bothDays: daysOfMonth.isAny || daysOfWeek.isAny,
    timeZone: zone,
  }
}

interface Field {
  readonly values: ReadonlySet<number>
  /** Whether the field matches everything, like `*`. */
  readonly isAny: boolean
}

function readField(text: string, bounds: Bounds): Field {
  const values = new Set<number>()
  let isAny = false
  for (const part of text.split(',')) {
    if (part === '') continue
    const { start, end, step, isStar } = readRange(part, bounds)
    for (let value = start; value <= end; value += step) values.add(value)
    if (isStar && step === 1) isAny = true
  }
  return { values, isAny }
}

/** The parser allows a schedule to begin with a time zone. */
function splitZone(schedule: string): { readonly zone: string | undefined; readonly text: string } {
  if (!schedule.startsWith('TZ=') && !schedule.startsWith('CRON_TZ='))
    return { zone: undefined, text: schedule }
  const end = schedule.indexOf(' ')
  const zone = schedule.slice(schedule.indexOf('=') + 1, end < 0 ? undefined : end)
  if (!isTimeZone(zone)) fail(`provided bad location ${zone}: unknown time zone ${zone}`)
  return { zone, text: end < 0 ? '' : schedule.slice(end).trim() }
}

/** The five fields of a descriptor. */
function readWord(word: string): string {
  return WORDS.get(word) ?? fail(`unrecognized descriptor: ${word}`)
}

function readEvery(text: string): number {
  const duration = text.slice(EVERY.length)
  if (!isGoDuration(duration)) fail(`failed to parse duration ${text}: ${goDurationError(duration)}`)
  // Like the Go parser: whole seconds, at least one.
  return Math.max(Math.floor((parseDuration(duration) ?? 0) / 1000) * 1000, 1000)
}

/** One part of a field: `*`, a number or a range, each with an optional step. */
function readRange(text: string, { lowest, highest, names = [] }: Bounds): Range {
  const [range = '', ...steps] = text.split('/')
  const [from = '', to, ...others] = range.split('-')
  let start = lowest
  let end = highest
  if (from !== '*' && from !== '?') {
    const read = (value: string) => {
      const name = names.indexOf(value.toLowerCase())
      return name < 0 ? readNumber(value) : name + lowest
    }
    start = read(from)
    if (others.length > 0) fail(`too many hyphens: ${text}`)
    // A number with a step means from there on.
    end = to !== undefined ? read(to) : steps.length > 0 ? highest : start
  }
  if (steps.length > 1) fail(`too many slashes: ${text}`)
  const step = steps.length === 0 ? 1 : readNumber(steps[0] as string)
  if (start < lowest) fail(`beginning of range (${start}) below minimum (${lowest}): ${text}`)
  if (end > highest) fail(`end of range (${end}) above maximum (${highest}): ${text}`)
  if (start > end) fail(`beginning of range (${start}) beyond end of range (${end}): ${text}`)
  if (step === 0) fail(`step of range should be a positive number: ${text}`)
  return { start, end, step, isStar: from === '*' || from === '?' }
}

interface Range {
  readonly start: number
  readonly end: number
  readonly step: number
  readonly isStar: boolean
}

const INTEGER = /^[+-]?[0-9]+$/
const MAX_INT64 = 2 ** 63

function readNumber(text: string): number {
  if (!INTEGER.test(text)) {
    fail(`failed to parse int from ${text}: strconv.Atoi: parsing ${JSON.stringify(text)}: invalid syntax`)
  }
  const number = Number(text)
  if (number > MAX_INT64 || number < -MAX_INT64) {
    fail(
      `failed to parse int from ${text}: strconv.Atoi: parsing ${JSON.stringify(text)}: value out of range`,
    )
  }
  if (number < 0) fail(`negative number (${number}) not allowed: ${text}`)
  return number
}

const NAME = /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+)*$/

/** Whether the name is in the IANA time zone database. Case matters. */
export function isTimeZone(name: string): boolean {
  if (!NAME.test(name)) return false
  const canonical = canonicalName(name)
  // Intl resolves old names to their current ones.
  return canonical !== undefined && (canonical === name || canonical.toLowerCase() !== name.toLowerCase())
}

function canonicalName(name: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}
