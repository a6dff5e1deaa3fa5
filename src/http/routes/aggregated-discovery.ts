import { type AggregatedResource, aggregatedDiscovery, aggregatedResource } from '#discovery/aggregated.js'
import {
  type APIGroupDiscoveryList,
  type APIVersionDiscovery,
  DISCOVERY_VERSIONS,
  type DiscoveryVersion,
} from '#discovery/aggregated-types.js'
import type { ListedResource } from '#discovery/listed-resource.js'
import { type GroupOrder, type RemoteVersion, withRemoteEntries } from '#discovery/remote-version.js'
import { CachedDocument } from '#http/response/cached-document.js'
import { aggregatedType, preferredAggregation } from '#http/response/discovery-format.js'
import { sendDocument } from '#http/response/respond-document.js'
import type { GroupVersion } from '#meta/resource.js'
import { mapYielding } from '#util/event-loop.js'
import type { Route } from './route.js'

/** What other servers serve, and its place among what this one serves. */
export interface RemoteGroups {
  readonly versions: readonly RemoteVersion[]
  readonly order: () => GroupOrder
}

/** Adds the aggregated format to a route, for clients that prefer it. */
export function withAggregation(
  route: Route,
  resources: readonly ListedResource[],
  remotes?: RemoteGroups,
): Route {
  const documentsOf = (version: DiscoveryVersion, indent?: number) =>
    remotes === undefined || remotes.versions.length === 0
      ? alone(aggregated(resources, version, indent))
      : mergedDocument(remotes.versions, (entries) =>
          aggregated(resources, version, indent, (list) => withRemoteEntries(list, entries, remotes.order())),
        )
  const documents = new Map(
    DISCOVERY_VERSIONS.map((version) => [
      version,
      { compact: documentsOf(version), pretty: documentsOf(version, 2) },
    ]),
  )
  return {
    ...route,
    preferred: ({ request, response, representation }) => {
      const version = preferredAggregation(request.headers.accept)
      const encodings = version && documents.get(version)
      if (encodings !== undefined) {
        const documentOf = representation.pretty ? encodings.pretty : encodings.compact
        return (context) => {
          const document = documentOf()
          if (!(document instanceof Promise)) return sendDocument(context, document)
          return document.then((merged) => sendDocument(context, merged))
        }
      }
      // Caches must distinguish the formats.
      response.appendHeader('Vary', 'Accept')
      return undefined
    },
  }
}

type RemoteEntry = GroupVersion & { readonly entry: APIVersionDiscovery }

const alone = (document: CachedDocument) => () => document

/** A document that is made anew when another server says something else. */
function mergedDocument(
  remotes: readonly RemoteVersion[],
  make: (entries: readonly RemoteEntry[]) => CachedDocument,
): () => Promise<CachedDocument> {
  let made: { readonly entries: readonly RemoteEntry[]; readonly document: CachedDocument } | undefined
  return async () => {
    const entries = await Promise.all(
      remotes.map(async (remote) => ({
        group: remote.group,
        version: remote.version,
        entry: await remote.discovery(),
      })),
    )
    if (made === undefined || entries.some(({ entry }, index) => entry !== made?.entries[index]?.entry)) {
      made = { entries, document: make(entries) }
    }
    return made.document
  }
}

/** There may be thousands of resources, so this yields. */
function aggregated(
  resources: readonly ListedResource[],
  version: DiscoveryVersion,
  indent?: number,
  merge = (list: APIGroupDiscoveryList) => list,
): CachedDocument {
  const encode = (entries: readonly AggregatedResource[]) =>
    Buffer.from(JSON.stringify(merge(aggregatedDiscovery(entries, version)), null, indent))
  return new CachedDocument(
    aggregatedType(version),
    () => encode(resources.map(aggregatedResource(resources))),
    async () => encode(await mapYielding(resources, aggregatedResource(resources))),
  )
}
