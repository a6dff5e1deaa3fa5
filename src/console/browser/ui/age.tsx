import { computed, signal } from '@preact/signals'
import { formatAge } from '#console/model/table/durations.js'
import { now } from '../clock.js'
import { momentTime } from '../time/kept-history.js'

/** Moves on once a second, for all ages on the page. */
export const clockSecond = signal(Math.floor(now() / 1000))
setInterval(() => {
  if (document.visibilityState === 'visible') clockSecond.value = Math.floor(now() / 1000)
}, 1000)

/** The second that the page shows: now, or that of its moment. */
export const shownSecond = computed(() =>
  momentTime.value === undefined ? clockSecond.value : Math.floor(momentTime.value / 1000),
)

/** How long ago something was at the moment of the page. With `isFromNow` it may be of any time. */
export function Age({
  since,
  isFromNow = false,
}: {
  since: string | number | undefined
  isFromNow?: boolean
}) {
  const time = typeof since === 'string' ? Date.parse(since) : since
  if (time === undefined || Number.isNaN(time)) return null
  const second = isFromNow ? clockSecond.value : shownSecond.value
  return <time dateTime={new Date(time).toISOString()}>{formatAge(second * 1000 - time)}</time>
}
