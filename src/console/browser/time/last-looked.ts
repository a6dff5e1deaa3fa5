import { effect } from '@preact/signals'
import { compareVersions } from '#console/model/time/moments.js'
import { REVISIONS_PATH, type RevisionList } from '#protocol/history.js'
import { fetchJson } from '../api/fetch.js'
import { currentUser } from '../api/session.js'
import { now } from '../clock.js'
import { remembered } from '../state/preferences.js'

interface Look {
  readonly resourceVersion: string
  /** In milliseconds since 1970. */
  readonly time: number
}

interface Looks {
  /** The newest moment that this browser has shown. */
  readonly last: Look
  /** The end of the visit before this one: what came after it is new. */
  readonly before: Look
}

/** After this time without the page a new visit begins. */
const NEW_VISIT_MS = 10 * 60_000
const LOOK_EVERY_MS = 60_000

export const looks = remembered<Looks | undefined>('last-looked', undefined)

/** Remembers the newest moment while the page is visible. */
export async function look(): Promise<void> {
  if (document.visibilityState !== 'visible' || currentUser.value === undefined) return
  const { items } = await fetchJson<RevisionList>(REVISIONS_PATH, { query: { count: '2' } })
  const resourceVersion = items.at(-1)?.resourceVersion
  if (resourceVersion === undefined) return
  const last: Look = { resourceVersion, time: now() }
  const known = looks.value
  // A store with older versions is another one.
  if (known === undefined || compareVersions(resourceVersion, known.last.resourceVersion) < 0) {
    looks.value = { last, before: last }
  } else {
    const isNewVisit = last.time - known.last.time > NEW_VISIT_MS
    looks.value = { last, before: isNewVisit ? known.last : known.before }
  }
}

/** Everything until now has been seen. */
export async function markSeen(): Promise<void> {
  await look()
  const known = looks.value
  if (known !== undefined) looks.value = { last: known.last, before: known.last }
}

const tryToLook = () => void look().catch(() => {})

/** Starts to remember. */
export function followLooks(): void {
  effect(() => {
    if (currentUser.value !== undefined) tryToLook()
  })
  setInterval(tryToLook, LOOK_EVERY_MS)
}
