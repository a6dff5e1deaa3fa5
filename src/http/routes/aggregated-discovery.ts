import { aggregatedDiscovery } from '../../discovery/aggregated.js'
import { DISCOVERY_VERSIONS, type DiscoveryVersion } from '../../discovery/aggregated-types.js'
import type { ListedResource } from '../../discovery/listed-resource.js'
import { aggregatedType, preferredAggregation } from '../discovery-form.js'
import { KeptDocument } from '../kept-document.js'
import { sendDocument } from '../respond-document.js'
import type { Route } from './route.js'

/** The same route with a second form: what is known about `resources` in one document, for clients that prefer it. */
export function withAggregation(route: Route, resources: readonly ListedResource[]): Route {
  const documents = new Map(DISCOVERY_VERSIONS.map((version) => [version, aggregated(resources, version)]))
  return {
    ...route,
    preferred: ({ request, response }) => {
      // Caches have to know of it whichever form this answer takes.
      response.setHeader('Vary', 'Accept')
      const version = preferredAggregation(request.headers.accept)
      const document = version && documents.get(version)
      return document && ((exchange) => sendDocument(exchange, document))
    },
  }
}

const aggregated = (resources: readonly ListedResource[], version: DiscoveryVersion): KeptDocument =>
  new KeptDocument(aggregatedType(version), () =>
    Buffer.from(JSON.stringify(aggregatedDiscovery(resources, version))),
  )
