import { computed, signal } from '@preact/signals'
import { formatTime } from '#console/model/table/durations.js'
import { positionOf } from '#console/model/time/moments.js'
import { REVISIONS_PATH, type RevisionList } from '#protocol/history.js'
import { fetchJson } from '../api/fetch.js'
import { now } from '../clock.js'
import { moment } from '../state/router.js'

/** More moments than this have no pixels of their own on the slider. */
const COUNT = '300'

/** The moments that can be shown; undefined until the server has told. */
export const kept = signal<RevisionList | undefined>(undefined)

/** Whether the slider is shown also for now. */
export const isTimeOpen = signal(false)

export const position = computed(() =>
  kept.value === undefined ? undefined : positionOf(kept.value, moment.value),
)

/** When the moment of the page was, in milliseconds; undefined for now, or if it is not known. */
export const momentTime = computed(() => {
  const found = position.value
  if (found?.kind !== 'kept') return undefined
  // The oldest write may be older than the history. What it wrote was there until the next one.
  const time = found.revision.time ?? kept.value?.items[found.index + 1]?.time
  return time === undefined ? undefined : Date.parse(time)
})

/** The moment of the page when the kept ones were last read. */
const checked = signal<string | undefined>(undefined)

/** Whether the server has to tell first that the moment has come: it would wait for one that has not. */
export const isUnchecked = computed(
  () =>
    moment.value !== undefined &&
    moment.value !== checked.value &&
    (position.value === undefined || position.value.kind === 'future'),
)

export async function loadKept(): Promise<void> {
  const at = moment.value
  try {
    kept.value = await fetchJson<RevisionList>(REVISIONS_PATH, { query: { count: COUNT } })
  } catch {
    // The banner works without it: whoever may not read the history sees the reason on the page.
  }
  checked.value = at
}

/** A time of the server for people. */
export const timeOf = (time: string): string => formatTime(Date.parse(time), now())
