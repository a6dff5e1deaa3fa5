const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** The two largest units of a duration, such as `3 days 4 hours`. */
export function uptimeText(seconds: number): string {
  const first = UNITS.findIndex(([, length]) => seconds >= length)
  if (first < 0) return '0 seconds'
  let rest = seconds
  const parts: string[] = []
  for (const [unit, length] of UNITS.slice(first, first + 2)) {
    const count = Math.floor(rest / length)
    rest -= count * length
    if (count > 0) parts.push(`${count} ${unit}${count === 1 ? '' : 's'}`)
  }
  return parts.join(' ')
}
