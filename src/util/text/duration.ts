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

/**
 * A span of time as Go writes it: numbers with units, such as `7m13s`, `1.5h` or `0`. Only a point lets a second row of digits
 * begin: if it could begin anywhere, a long number without a unit would be tried in every way to divide it.
 */
const GO_DURATION = /^[+-]?(?:0|(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|[\u00b5\u03bc]s|ms|s|m|h))+)$/

/** Whether Go's programs could read the text as a span of time. */
export const isGoDuration = (text: string): boolean => GO_DURATION.test(text)

/** A timer of node ends at once when it is set to more than 2^31 - 1 milliseconds, which is 24 days. */
const MAX_TIMER_MS = 2 ** 31 - 1

/** The milliseconds of so many seconds, as far as a timer can wait. */
export const timerDelayMs = (seconds: number) => Math.min(seconds * 1000, MAX_TIMER_MS)
