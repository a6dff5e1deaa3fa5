import { type AggregatedResource, aggregatedDiscovery, aggregatedResource } from '#discovery/aggregated.js'
import { DISCOVERY_VERSIONS, type DiscoveryVersion } from '#discovery/aggregated-types.js'
import type { ListedResource } from '#discovery/listed-resource.js'
import { CachedDocument } from '#http/response/cached-document.js'
import { aggregatedType, preferredAggregation } from '#http/response/discovery-format.js'
import { sendDocument } from '#http/response/respond-document.js'
import { mapYielding } from '#util/event-loop.js'
import type { Route } from './route.js'

/** Adds the aggregated format to a route, for clients that prefer it. */
export function withAggregation(route: Route, resources: readonly ListedResource[]): Route {
  const documents = new Map(
    DISCOVERY_VERSIONS.map((version) => [
      version,
      { compact: aggregated(resources, version), pretty: aggregated(resources, version, 2) },
    ]),
  )
  return {
    ...route,
    preferred: ({ request, response, representation }) => {
      const version = preferredAggregation(request.headers.accept)
      const encodings = version && documents.get(version)
      if (encodings !== undefined) {
        return (context) =>
          sendDocument(context, representation.pretty ? encodings.pretty : encodings.compact)
      }
      // Caches must distinguish the formats.
      response.appendHeader('Vary', 'Accept')
      return undefined
    },
  }
}

/** There may be thousands of resources, so this yields. */
function aggregated(
  resources: readonly ListedResource[],
  version: DiscoveryVersion,
  indent?: number,
): CachedDocument {
  const encode = (entries: readonly AggregatedResource[]) =>
    Buffer.from(JSON.stringify(aggregatedDiscovery(entries, version), null, indent))
  return new CachedDocument(
    aggregatedType(version),
    () => encode(resources.map(aggregatedResource(resources))),
    async () => encode(await mapYielding(resources, aggregatedResource(resources))),
  )
}
