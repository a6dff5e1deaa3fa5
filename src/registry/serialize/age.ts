const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const YEAR = 365 * DAY

/** A unit, the limit below which it is used, and the smaller unit of the remainder, if shown. */
interface Scale {
  readonly below: number
  readonly unit: number
  readonly letter: string
  readonly rest?: { readonly unit: number; readonly letter: string }
}

/** The longer ago, the coarser. */
const SCALES: readonly Scale[] = [
  { below: 2 * MINUTE, unit: 1, letter: 's' },
  { below: 10 * MINUTE, unit: MINUTE, letter: 'm', rest: { unit: 1, letter: 's' } },
  { below: 3 * HOUR, unit: MINUTE, letter: 'm' },
  { below: 8 * HOUR, unit: HOUR, letter: 'h', rest: { unit: MINUTE, letter: 'm' } },
  { below: 2 * DAY, unit: HOUR, letter: 'h' },
  { below: 8 * DAY, unit: DAY, letter: 'd', rest: { unit: HOUR, letter: 'h' } },
  { below: 2 * YEAR, unit: DAY, letter: 'd' },
  { below: 8 * YEAR, unit: YEAR, letter: 'y', rest: { unit: DAY, letter: 'd' } },
  { below: Number.POSITIVE_INFINITY, unit: YEAR, letter: 'y' },
]

/** The age of an object for users: `42s`, `5m3s`, `7d12h`. */
export function formatAge(creationTimestamp: string | null | undefined, now: number): string {
  const created = Date.parse(creationTimestamp ?? '')
  if (Number.isNaN(created)) return '<unknown>'
  const seconds = Math.trunc((now - created) / 1000)
  // Clocks may differ a little.
  if (seconds < -1) return '<invalid>'
  if (seconds < 0) return '0s'
  const { unit, letter, rest } = SCALES.find(({ below }) => seconds < below) as Scale
  const text = `${Math.floor(seconds / unit)}${letter}`
  const left = rest === undefined ? 0 : Math.floor((seconds % unit) / rest.unit)
  return left === 0 ? text : `${text}${left}${rest?.letter}`
}
