/** Spans of time as people write them: `500ms`, `2s`, `15m`, `1h30m`. */

/** Milliseconds of each unit, the largest first. */
const UNITS = [
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1000],
  ['ms', 1],
] as const
const MILLISECONDS: ReadonlyMap<string, number> = new Map(UNITS)

const DURATION = /^(?:[0-9]+(?:\.[0-9]+)?(?:ms|[hms]))+$/
const PART = /([0-9.]+)(ms|[hms])/g

/** The milliseconds of a duration, rounded; undefined when the text is not one. A plain `0` is one. */
export function parseDuration(text: string): number | undefined {
  if (text === '0') return 0
  // The length bounds the work; no duration that makes sense is longer.
  if (text.length > 32 || !DURATION.test(text)) return undefined
  let total = 0
  for (const [, amount, unit] of text.matchAll(PART)) {
    total += Number(amount) * (MILLISECONDS.get(unit as string) as number)
  }
  const milliseconds = Math.round(total)
  return Number.isSafeInteger(milliseconds) ? milliseconds : undefined
}

/** The shortest text that `parseDuration` takes for these milliseconds, a whole number from 0 on. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds === 0) return '0s'
  let rest = milliseconds
  let text = ''
  for (const [unit, size] of UNITS) {
    const amount = Math.floor(rest / size)
    if (amount > 0) text += `${amount}${unit}`
    rest -= amount * size
  }
  return text
}

const DAY_MS = 86_400_000

/** The same, possibly with days before it: `7d`, `1d12h`. */
export function parseLongDuration(text: string): number | undefined {
  const [, days = '0', rest = ''] = /^(?:([0-9]{1,6})d)?(.*)$/s.exec(text) ?? []
  const other = rest === '' && text !== '' ? 0 : parseDuration(rest)
  return other === undefined ? undefined : Number(days) * DAY_MS + other
}

/** The shortest text that `parseLongDuration` takes for these milliseconds. */
export function formatLongDuration(milliseconds: number): string {
  const days = Math.floor(milliseconds / DAY_MS)
  if (days === 0) return formatDuration(milliseconds)
  const rest = milliseconds % DAY_MS
  return `${days}d${rest === 0 ? '' : formatDuration(rest)}`
}

/**
 * A span of time as Go writes it: numbers with units, such as `7m13s`, `1.5h` or `0`. Only a point lets a second row of digits
 * begin: if it could begin anywhere, a long number without a unit would be tried in every way to divide it.
 */
const GO_DURATION = /^[+-]?(?:0|(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|[\u00b5\u03bc]s|ms|s|m|h))+)$/

/** Whether Go's programs could read the text as a span of time. */
export const isGoDuration = (text: string): boolean => GO_DURATION.test(text)

/** Units of Go that people do not write here, in milliseconds. */
const SMALL_UNITS: ReadonlyMap<string, number> = new Map([
  ['ns', 1e-6],
  ['us', 1e-3],
  ['\u00b5s', 1e-3],
  ['\u03bcs', 1e-3],
])

/** The milliseconds of a span of time as Go writes it, rounded; undefined when the text is not one. */
export function parseGoDuration(text: string): number | undefined {
  if (text.length > 64 || !isGoDuration(text)) return undefined
  let total = 0
  for (const [, amount, unit = ''] of text.matchAll(/([0-9.]+)([a-z\u00b5\u03bc]+)/g)) {
    total += Number(amount) * (MILLISECONDS.get(unit) ?? SMALL_UNITS.get(unit) ?? Number.NaN)
  }
  const milliseconds = Math.round(total)
  if (!Number.isSafeInteger(milliseconds)) return undefined
  return text.startsWith('-') && milliseconds > 0 ? -milliseconds : milliseconds
}

/** How Go says that a text is not a span of time. */
export function goDurationError(text: string): string {
  const quoted = JSON.stringify(text)
  const [, sign = '', rest = ''] = /^([+-]?)(.*)$/s.exec(text) ?? []
  let end = 0
  const number = /(?:\d+(?:\.\d*)?|\.\d+)/y
  const unit = /[^0-9.]*/y
  while (end < rest.length) {
    number.lastIndex = end
    if (!number.test(rest)) break
    end = number.lastIndex
    unit.lastIndex = end
    const name = unit.exec(rest)?.[0] ?? ''
    if (name === '') return `time: missing unit in duration ${quoted}`
    if (!GO_DURATION.test(`${sign}1${name}`))
      return `time: unknown unit ${JSON.stringify(name)} in duration ${quoted}`
    end += name.length
  }
  return `time: invalid duration ${quoted}`
}

/** A timer of node ends at once when it is set to more than 2^31 - 1 milliseconds, which is 24 days. */
const MAX_TIMER_MS = 2 ** 31 - 1

/** The milliseconds of so many seconds, as far as a timer can wait. */
export const timerDelayMs = (seconds: number) => Math.min(seconds * 1000, MAX_TIMER_MS)
