import { signal } from '@preact/signals'
import { formatAge } from '#console/model/table/durations.js'
import { now } from '../clock.js'

/** Moves on once a second, for all ages on the page. */
export const clockSecond = signal(Math.floor(now() / 1000))
setInterval(() => {
  if (document.visibilityState === 'visible') clockSecond.value = Math.floor(now() / 1000)
}, 1000)

/** How long ago something was. */
export function Age({ since }: { since: string | number | undefined }) {
  const time = typeof since === 'string' ? Date.parse(since) : since
  if (time === undefined || Number.isNaN(time)) return null
  return <time dateTime={new Date(time).toISOString()}>{formatAge(clockSecond.value * 1000 - time)}</time>
}
