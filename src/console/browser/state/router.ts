import { computed, signal } from '@preact/signals'
import { formatPlace, isSamePlace, type Page, type Place, parsePlace } from '#console/model/api/address.js'

/** What the URL says to show. */
export const place = signal<Place>(parsePlace(location.hash))

/** The resource version that the page shows; undefined for now. */
export const moment = computed(() => place.value.at)

/** The chosen namespace; undefined for all. */
export const namespace = computed(() => place.value.namespace)

addEventListener('hashchange', () => {
  place.value = parsePlace(location.hash)
})

/** The link to a page, in the chosen namespace and moment. */
export const linkTo = (page: Page & Partial<Place>): string =>
  formatPlace({ namespace: place.value.namespace, at: place.value.at, ...page })

/** Opens a place. With `replace` the back button skips the current one. */
export function go(to: Place, { replace = false } = {}): void {
  if (isSamePlace(to, place.value)) return
  const url = formatPlace(to)
  if (replace) history.replaceState(null, '', url)
  else history.pushState(null, '', url)
  place.value = parsePlace(url)
}

/** The same page with other parts. */
export const goHere = (parts: Partial<Place>, options?: { replace: boolean }): void =>
  go({ ...place.value, ...parts } as Place, options)

addEventListener('popstate', () => {
  place.value = parsePlace(location.hash)
})
