import { acceptEntries, isWildcard } from '#codec/accept-entry.js'
import { JSON_TYPE, MEDIA_TYPES } from '#codec/media-type.js'
import { DISCOVERY_GROUP, DISCOVERY_VERSIONS, type DiscoveryVersion } from '#discovery/aggregated-types.js'

/** `/api` and `/apis` have two formats: plain lists, and aggregated documents that save further requests. */

const AGGREGATED_KIND = 'APIGroupDiscoveryList'
const PLAIN_TYPES: ReadonlySet<string> = new Set(Object.values(MEDIA_TYPES))

/** The media type of an aggregated document. Clients compare it as a string, so the order of parameters matters. */
export const aggregatedType = (version: DiscoveryVersion) =>
  `${JSON_TYPE};g=${DISCOVERY_GROUP};v=${version};as=${AGGREGATED_KIND}`

/**
 * The aggregated version that an `Accept` header prefers. Undefined if it prefers the plain list, or accepts neither.
 */
export function preferredAggregation(accept: string | undefined): DiscoveryVersion | undefined {
  if (!accept?.includes(DISCOVERY_GROUP)) return undefined
  for (const { type, parameters } of acceptEntries(accept)) {
    const kind = parameters.get('as')
    if (kind === undefined) {
      if (PLAIN_TYPES.has(type) || isWildcard(type)) return undefined
    } else if (type === JSON_TYPE && kind === AGGREGATED_KIND && parameters.get('g') === DISCOVERY_GROUP) {
      const version = DISCOVERY_VERSIONS.find((known) => known === parameters.get('v'))
      if (version !== undefined) return version
    }
  }
  return undefined
}
