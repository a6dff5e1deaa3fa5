/** Whether text is a day that there is, as `2006-01-02`. */
export function isDate(text: string): boolean {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (parts === null) return false
  const [year, month, day] = parts.slice(1).map(Number) as [number, number, number]
  return month >= 1 && month <= 12 && day >= 1 && day <= daysOf(year, month)
}

function daysOf(year: number, month: number): number {
  if (month !== 2) return [4, 6, 9, 11].includes(month) ? 30 : 31
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
}

const CLOCK = /^(\d{2}):(\d{2}):(\d{2})(?:.\d+)?(?:z|[+-]\d{2}:\d{2})$/

/** Whether text is a day and a time of it with a zone, as of RFC 3339. */
export function isDateTime(text: string): boolean {
  const [day, time] = text.toLowerCase().split('t')
  if (day === undefined || time === undefined || !isDate(day)) return false
  const parts = CLOCK.exec(time)
  if (parts === null) return false
  const [hour, minute, second] = parts.slice(1) as [string, string, string]
  return hour <= '23' && minute <= '59' && second <= '59'
}

/** As Go writes it: `1h30m`, `-1.5s`; plain `0` has no unit. */
const GO_DURATION = /^[-+]?(?:0|(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|\u00b5s|\u03bcs|ms|s|m|h))+)$/
const AMOUNT = /\d+\s*([A-Za-z\u00b5]+)/g
/** Units that are taken as they stand; of the last of each line every word that begins with it. */
const UNITS = [
  ['ns', 'nano'],
  ['us', '\u00b5s', 'micro'],
  ['ms', 'milli'],
  ['s', 'sec'],
  ['m', 'min'],
  ['h', 'hr', 'hour'],
  ['d', 'day'],
  ['w', 'wk', 'week'],
]

/** Whether text is a duration of Go, or holds an amount with a unit in words, such as `3 days`. */
export function isDuration(text: string): boolean {
  if (text.length > MAX_DURATION) return false
  if (GO_DURATION.test(text)) return true
  for (const [, word] of text.matchAll(AMOUNT)) if (isUnit((word as string).toLowerCase())) return true
  return false
}

/** No duration is nearly as long. */
const MAX_DURATION = 1000

function isUnit(word: string): boolean {
  return UNITS.some((units) => units.includes(word) || word.startsWith(units.at(-1) as string))
}
