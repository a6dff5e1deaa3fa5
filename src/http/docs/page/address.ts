import type { ApiPart } from './api-parts.js'

/**
 * The URL of the page selects what it shows: `?part=apis/apps/v1#/deployments/listAppsV1NamespacedDeployment` names a
 * part of the API, a section and an operation. Each of them is optional.
 */

/** A place in the document of a part. */
export interface Place {
  readonly section: string
  readonly operation?: string | undefined
}

/** The part that a query names; the first one if it names none. */
export function chosenPart(parts: readonly ApiPart[], search: string): ApiPart | undefined {
  const wanted = new URLSearchParams(search).get('part')
  return parts.find(({ name }) => name === wanted) ?? parts[0]
}

/** The place that a fragment names, if it names one. */
export function chosenPlace(hash: string): Place | undefined {
  const match = /^#\/([^/]+)(?:\/([^/]+))?$/.exec(hash)
  if (match === null) return undefined
  try {
    const [section = '', operation] = match.slice(1).map((text) => text && decodeURIComponent(text))
    return operation === undefined ? { section } : { section, operation }
  } catch {
    return undefined
  }
}

export const linkToPart = (name: string, place?: Place) =>
  `?part=${encodeURIComponent(name).replaceAll('%2F', '/')}${place === undefined ? '' : fragmentOf(place)}`

export const fragmentOf = ({ section, operation }: Place) =>
  [
    `#/${encodeURIComponent(section)}`,
    ...(operation === undefined ? [] : [encodeURIComponent(operation)]),
  ].join('/')
