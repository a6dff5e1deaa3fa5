import { Duration } from './values.js'

/** Durations as strings: `1h30m`, `1.5s`, `-250ms`. */

const NANOSECONDS: Readonly<Record<string, bigint>> = {
  ns: 1n,
  us: 1_000n,
  '\u00b5s': 1_000n,
  '\u03bcs': 1_000n,
  ms: 1_000_000n,
  s: 1_000_000_000n,
  m: 60_000_000_000n,
  h: 3_600_000_000_000n,
}
const LONGEST = 2n ** 63n - 1n
/** Bounds the cost of hostile fractions; no duration is longer. */
const MAX_TEXT_LENGTH = 256
const PART = /(\d+)?(?:\.(\d*))?(ns|us|\u00b5s|\u03bcs|ms|s|m|h)/gy

export function parseDuration(text: string): Duration | undefined {
  if (text.length > MAX_TEXT_LENGTH) return undefined
  const sign = /^[+-]/.exec(text)?.[0]
  const unsigned = sign === undefined ? text : text.slice(1)
  if (unsigned === '0') return new Duration(0n)
  const magnitude = sumOfParts(unsigned)
  if (magnitude === undefined || magnitude > LONGEST) return undefined
  return new Duration(sign === '-' ? -magnitude : magnitude)
}

function sumOfParts(text: string): bigint | undefined {
  let sum = 0n
  let at = 0
  for (const match of text.matchAll(PART)) {
    const [all, whole, fraction, unit] = match
    if (match.index !== at || (whole === undefined && !fraction)) return undefined
    const scale = NANOSECONDS[unit as string] as bigint
    sum += BigInt(whole ?? 0) * scale
    if (fraction) sum += (BigInt(fraction) * scale) / 10n ** BigInt(fraction.length)
    at += all.length
  }
  return at === text.length && at > 0 ? sum : undefined
}

const DAY = 24n * 3_600_000_000_000n
const WORDS: readonly [pattern: RegExp, nanoseconds: bigint][] = [
  [/^(?:ns|nanos?|nanoseconds?)$/, 1n],
  [/^(?:us|\u00b5s|\u03bcs|micros?|microseconds?)$/, 1_000n],
  [/^(?:ms|millis?|milliseconds?)$/, 1_000_000n],
  [/^(?:s|secs?|seconds?)$/, 1_000_000_000n],
  [/^(?:m|mins?|minutes?)$/, 60_000_000_000n],
  [/^(?:h|hrs?|hours?)$/, 3_600_000_000_000n],
  [/^(?:d|days?)$/, DAY],
  [/^(?:w|wks?|weeks?)$/, 7n * DAY],
]
const WORDED = /^\s*(\d{1,18})\s*([a-z\u00b5\u03bc]+)\s*$/i

/** Parses a field of format `duration`. It may also be a number with a unit in words: `3 days`. */
export function parseJsonDuration(text: string): Duration | undefined {
  const duration = parseDuration(text)
  if (duration) return duration
  const match = WORDED.exec(text)
  const unit = match && WORDS.find(([pattern]) => pattern.test((match[2] as string).toLowerCase()))
  return unit ? new Duration(BigInt(match[1] as string) * unit[1]) : undefined
}

/** In seconds with the necessary decimals, as `string` returns it. */
export function formatDuration({ nanoseconds }: Duration): string {
  const magnitude = nanoseconds < 0n ? -nanoseconds : nanoseconds
  const fraction = String(magnitude % 1_000_000_000n)
    .padStart(9, '0')
    .replace(/0+$/, '')
  const seconds = magnitude / 1_000_000_000n
  return `${nanoseconds < 0n ? '-' : ''}${seconds}${fraction === '' ? '' : `.${fraction}`}s`
}
