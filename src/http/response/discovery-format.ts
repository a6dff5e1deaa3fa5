import { acceptEntries, isWildcard } from '#codec/accept-entry.js'
import { JSON_TYPE, MEDIA_TYPES } from '#codec/media-type.js'
import { DISCOVERY_GROUP, DISCOVERY_VERSIONS, type DiscoveryVersion } from '#discovery/aggregated-types.js'

/** `/api` and `/apis` have two forms: plain lists, and aggregated documents that spare a client all other questions. */

const AGGREGATED_KIND = 'APIGroupDiscoveryList'
const PLAIN_TYPES: ReadonlySet<string> = new Set(Object.values(MEDIA_TYPES))

/** The media type of an aggregated document. Clients compare it as text, so its parameters have an order. */
export const aggregatedType = (version: DiscoveryVersion) =>
  `${JSON_TYPE};g=${DISCOVERY_GROUP};v=${version};as=${AGGREGATED_KIND}`

/**
 * The version of the aggregated document that an `Accept` header prefers to anything else that is served. Undefined
 * where the plain list is preferred, or neither is accepted.
 */
export function preferredAggregation(accept: string | undefined): DiscoveryVersion | undefined {
  if (!accept?.includes(DISCOVERY_GROUP)) return undefined
  for (const { type, parameters } of acceptEntries(accept)) {
    const form = parameters.get('as')
    if (form === undefined) {
      if (PLAIN_TYPES.has(type) || isWildcard(type)) return undefined
    } else if (type === JSON_TYPE && form === AGGREGATED_KIND && parameters.get('g') === DISCOVERY_GROUP) {
      const version = DISCOVERY_VERSIONS.find((known) => known === parameters.get('v'))
      if (version !== undefined) return version
    }
  }
  return undefined
}
