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

export async function loadKept(): Promise<void> {
  try {
    kept.value = await fetchJson<RevisionList>(REVISIONS_PATH, { query: { count: COUNT } })
  } catch {
    // The banner works without it: whoever may not read the history sees the reason on the page.
  }
}

/** A time of the server for people. */
export const timeOf = (time: string): string => formatTime(Date.parse(time), now())
