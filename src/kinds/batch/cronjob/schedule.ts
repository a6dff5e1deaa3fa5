import { FINE } from '../../../meta/formats.js'
import { isGoDuration } from '../../../util/duration.js'
import { isTimeZone } from './time-zone.js'

/**
 * Schedules as cron has them: five fields of minutes, hours, days of the month, months and days of the week, or a word that
 * stands for them. The words about mistakes are those of the parser that controllers in the field use.
 */

interface Bounds {
  readonly lowest: number
  readonly highest: number
  /** Names in place of numbers, from the lowest on. */
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

const WORDS = ['@yearly', '@annually', '@monthly', '@weekly', '@daily', '@midnight', '@hourly']
const EVERY = '@every '

/** What is wrong with a schedule, in words; nothing when it is fine. */
export function scheduleProblems(schedule: string): readonly string[] {
  try {
    readSchedule(schedule)
    return FINE
  } catch (error) {
    if (error instanceof ScheduleError) return [error.message]
    throw error
  }
}

class ScheduleError extends Error {}

function fail(message: string): never {
  throw new ScheduleError(message)
}

function readSchedule(schedule: string): void {
  const text = withoutZone(schedule)
  if (text.startsWith('@')) {
    readWord(text)
    return
  }
  const fields = text.split(/\s+/).filter((field) => field !== '')
  if (fields.length !== FIELDS.length) {
    fail(`expected exactly ${FIELDS.length} fields, found ${fields.length}: [${fields.join(' ')}]`)
  }
  fields.forEach((field, index) => {
    for (const part of field.split(',')) if (part !== '') readRange(part, FIELDS[index] as Bounds)
  })
}

/** A schedule may begin with a time zone, as far as the parser is concerned. */
function withoutZone(schedule: string): string {
  if (!schedule.startsWith('TZ=') && !schedule.startsWith('CRON_TZ=')) return schedule
  const end = schedule.indexOf(' ')
  const zone = schedule.slice(schedule.indexOf('=') + 1, end < 0 ? undefined : end)
  if (!isTimeZone(zone)) fail(`provided bad location ${zone}: unknown time zone ${zone}`)
  return end < 0 ? '' : schedule.slice(end).trim()
}

function readWord(word: string): void {
  if (WORDS.includes(word)) return
  if (!word.startsWith(EVERY)) fail(`unrecognized descriptor: ${word}`)
  const duration = word.slice(EVERY.length)
  if (isGoDuration(duration)) return
  fail(`failed to parse duration ${word}: time: invalid duration ${JSON.stringify(duration)}`)
}

/** One part of a field: `*`, a number or a range, each with an optional step. */
function readRange(text: string, { lowest, highest, names = [] }: Bounds): void {
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
}

const INTEGER = /^[+-]?[0-9]+$/

function readNumber(text: string): number {
  if (!INTEGER.test(text)) {
    fail(`failed to parse int from ${text}: strconv.Atoi: parsing ${JSON.stringify(text)}: invalid syntax`)
  }
  const number = Number(text)
  if (number < 0) fail(`negative number (${number}) not allowed: ${text}`)
  return number
}
