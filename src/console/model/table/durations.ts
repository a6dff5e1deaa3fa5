const UNITS: readonly (readonly [name: string, seconds: number])[] = [
  ['y', 365 * 24 * 3600],
  ['d', 24 * 3600],
  ['h', 3600],
  ['m', 60],
  ['s', 1],
]

/** The seconds of an age as tables print it, such as `3d4h`; undefined for anything else. */
export function parseAge(text: string): number | undefined {
  if (!/^(\d+[ydhms])+$/.test(text)) return undefined
  let seconds = 0
  for (const [, count, unit] of text.matchAll(/(\d+)([ydhms])/g)) {
    seconds += Number(count) * (UNITS.find(([name]) => name === unit)?.[1] ?? 0)
  }
  return seconds
}

/** An age as kubectl prints it: two units while the first is small. */
export function formatAge(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000))
  const minutes = Math.floor(seconds / 60)
  const hours = Math.floor(seconds / 3600)
  const days = Math.floor(hours / 24)
  if (seconds < 120) return `${seconds}s`
  if (minutes < 10) return joined(minutes, 'm', seconds % 60, 's')
  if (minutes < 180) return `${minutes}m`
  if (hours < 8) return joined(hours, 'h', minutes % 60, 'm')
  if (hours < 48) return `${hours}h`
  if (days < 8) return joined(days, 'd', hours % 24, 'h')
  if (days < 730) return `${days}d`
  return joined(Math.floor(days / 365), 'y', days % 365, 'd')
}

const joined = (first: number, unit: string, second: number, other: string) =>
  second === 0 ? `${first}${unit}` : `${first}${unit}${second}${other}`

/** A time for people, such as `14:03:05`, with the date if it is not today. */
export function formatTime(time: number, now: number, zone?: string): string {
  const options = zone === undefined ? {} : { timeZone: zone }
  const date = new Date(time)
  const clock = date.toLocaleTimeString('en-GB', options)
  const day = (value: Date) => value.toLocaleDateString('en-CA', options)
  return day(date) === day(new Date(now)) ? clock : `${day(date)} ${clock}`
}
