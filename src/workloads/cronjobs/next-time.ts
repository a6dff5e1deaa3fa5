import type { Schedule } from '#kinds/batch/cronjob/schedule.js'

const MINUTE = 60_000
/** A schedule without a match in this many years, such as 30 February, never matches. */
const YEARS = 5
const MAX_MS = YEARS * 366 * 24 * 60 * MINUTE

/** A local time. */
interface LocalTime {
  readonly month: number
  readonly day: number
  readonly weekday: number
  readonly hour: number
  readonly minute: number
}

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const FORMATS = new Map<string, Intl.DateTimeFormat>()

function localTime(time: number, timeZone: string): LocalTime {
  let format = FORMATS.get(timeZone)
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      month: 'numeric',
      day: 'numeric',
      weekday: 'short',
      hour: 'numeric',
      minute: 'numeric',
    })
    FORMATS.set(timeZone, format)
  }
  const parts = new Map(format.formatToParts(time).map(({ type, value }) => [type as string, value]))
  const number = (part: string) => Number(parts.get(part))
  return {
    month: number('month'),
    day: number('day'),
    weekday: WEEKDAYS.indexOf(parts.get('weekday') ?? ''),
    hour: number('hour'),
    minute: number('minute'),
  }
}

/**
 * The next scheduled time, in milliseconds since 1970; undefined if there is none. An hour that a clock change
 * skips is skipped.
 */
export function nextTime(schedule: Schedule, after: number, timeZone: string): number | undefined {
  if ('everyMs' in schedule) return Math.floor(after / 1000) * 1000 + schedule.everyMs
  const zone = schedule.timeZone ?? timeZone
  let time = Math.floor(after / MINUTE) * MINUTE + MINUTE
  while (time < after + MAX_MS) {
    const local = localTime(time, zone)
    if (!isDay(schedule, local)) time = nextMidnight(time, local, zone)
    else if (!schedule.hours.has(local.hour)) time += (60 - local.minute) * MINUTE
    else if (!schedule.minutes.has(local.minute)) time += MINUTE
    else return time
  }
  return undefined
}

type Fields = Exclude<Schedule, { readonly everyMs: number }>

function isDay({ months, daysOfMonth, daysOfWeek, bothDays }: Fields, local: LocalTime): boolean {
  if (!months.has(local.month)) return false
  const [isOne, isOther] = [daysOfMonth.has(local.day), daysOfWeek.has(local.weekday)]
  return bothDays ? isOne && isOther : isOne || isOther
}

/** Days with a clock change are an hour shorter or longer. */
function nextMidnight(time: number, { hour, minute }: LocalTime, zone: string): number {
  const next = time + (24 * 60 - hour * 60 - minute) * MINUTE
  const reached = localTime(next, zone)
  return reached.hour > 0 && reached.hour < 12 ? next - (reached.hour * 60 + reached.minute) * MINUTE : next
}

/** The last scheduled time in an interval; undefined if there is none. */
export function lastTimeBetween(
  schedule: Schedule,
  after: number,
  until: number,
  timeZone: string,
): { readonly last: number; readonly missed: number } | undefined {
  let last: number | undefined
  let missed = 0
  for (let time = nextTime(schedule, after, timeZone); time !== undefined && time <= until; ) {
    last = time
    missed++
    time = nextTime(schedule, time, timeZone)
    // After a long pause only the last times matter: a schedule of every minute also matches in the last hours.
    if (missed === MAX_MISSED && time !== undefined && time < until - SKIP_MS)
      time = nextTime(schedule, until - SKIP_MS, timeZone) ?? time
  }
  return last === undefined ? undefined : { last, missed }
}

const MAX_MISSED = 101
const SKIP_MS = 100 * MINUTE
