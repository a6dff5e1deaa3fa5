import { aggregatedDiscovery } from '../../discovery/aggregated.js'
import { DISCOVERY_VERSIONS, type DiscoveryVersion } from '../../discovery/aggregated-types.js'
import type { ResourceDefinition } from '../../registry/definition.js'
import { aggregatedType, preferredAggregation } from '../discovery-form.js'
import { KeptDocument } from '../kept-document.js'
import { sendDocument } from '../respond-document.js'
import type { Route } from './route.js'

/** The same route with a second form: what is known about `kinds` in one document, for clients that prefer it. */
export function withAggregation(route: Route, kinds: readonly ResourceDefinition[]): Route {
  const documents = new Map(DISCOVERY_VERSIONS.map((version) => [version, aggregated(kinds, version)]))
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

const aggregated = (kinds: readonly ResourceDefinition[], version: DiscoveryVersion): KeptDocument =>
  new KeptDocument(aggregatedType(version), () =>
    Buffer.from(JSON.stringify(aggregatedDiscovery(kinds, version))),
  )
