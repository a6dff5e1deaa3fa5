import { aggregatedDiscovery } from '../../discovery/aggregated.js'
import { DISCOVERY_VERSIONS, type DiscoveryVersion } from '../../discovery/aggregated-types.js'
import type { ResourceDefinition } from '../../registry/definition.js'
import { onFirstUse } from '../../util/on-first-use.js'
import { aggregatedType, preferredAggregation } from '../discovery-form.js'
import type { Exchange } from '../exchange.js'
import { sendTagged } from '../respond.js'
import { type TaggedBody, taggedBody } from '../tagged-body.js'
import type { Route } from './route.js'

/** The same route with a second form: what is known about `kinds` in one document, for clients that prefer it. */
export function withAggregation(route: Route, kinds: readonly ResourceDefinition[]): Route {
  const documents = new Map<DiscoveryVersion, () => TaggedBody>(
    DISCOVERY_VERSIONS.map((version) => [version, onFirstUse(() => aggregatedBody(kinds, version))]),
  )
  return {
    ...route,
    answerOtherwise: (exchange: Exchange) => {
      // Caches have to know of it whichever form this answer takes.
      exchange.response.appendHeader('Vary', 'Accept')
      const version = preferredAggregation(exchange.request.headers.accept)
      const document = version && documents.get(version)
      if (document === undefined) return false
      exchange.response.setHeader('Cache-Control', 'public')
      sendTagged(exchange, document())
      return true
    },
  }
}

function aggregatedBody(kinds: readonly ResourceDefinition[], version: DiscoveryVersion): TaggedBody {
  return taggedBody(aggregatedType(version), Buffer.from(JSON.stringify(aggregatedDiscovery(kinds, version))))
}
