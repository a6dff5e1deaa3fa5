import { negotiate } from '#codec/accept.js'
import type { Representation } from '#codec/representation.js'
import type { FederationContext } from '#federation/config.js'
import type { ClusterMembers } from '#federation/members/cluster-members.js'
import { addWarning } from '#http/handlers/warnings.js'
import type { RequestContext } from '#http/request/request-context.js'
import type { ResourceAttributes } from '#http/request/resource-path.js'
import { preferredAggregation } from '#http/response/discovery-format.js'
import { sendBytes, sendValue } from '#http/response/respond.js'
import type { StreamObserver, StreamObservers } from '#http/response/watch-stream.js'
import { ApiError, notAcceptable, notFound, serviceUnavailable, unknownPath } from '#meta/api-error.js'
import type { ServedVersion } from '#registry/kind.js'
import { byName } from '#selector/field-selector.js'
import { packVersions } from './cluster-versions.js'
import type { FollowedResource } from './followed-resource.js'
import type { SearchableResource } from './member-resources.js'
import { MergedDiscovery } from './merged-discovery.js'
import { type Rendering, renderingOf } from './rendering.js'
import { SearchCache } from './search-cache.js'
import { expiredVersion, searchPage } from './search-list.js'
import { SearchMembers } from './search-members.js'
import { clustersIn, readSearchOptions, type SearchOptions } from './search-options.js'
import { sendAggregated, sendSearchList } from './send-list.js'
import { serveWatch } from './serve-watch.js'

/** Reads over all clusters: discovery, get, list and watch of any resource. */
export class Search {
  readonly #context: FederationContext
  readonly #observer: StreamObserver
  readonly #members: SearchMembers
  readonly #cache: SearchCache
  readonly #end = new AbortController()

  /** Resolves when all members have their clients. */
  static async start(
    context: FederationContext,
    clusters: ClusterMembers,
    observers: StreamObservers,
  ): Promise<Search> {
    const members = new SearchMembers(clusters)
    await members.found()
    return new Search(context, members, observers)
  }

  private constructor(context: FederationContext, members: SearchMembers, observers: StreamObservers) {
    this.#context = context
    this.#observer = observers.others()
    const { clock, logger, config, metrics } = context
    this.#members = members
    this.#cache = new SearchCache({
      members: this.#members,
      clock,
      logger,
      maxBytes: config.searchMiB * 1024 * 1024,
    })
    metrics.read(
      'binnacle_search_bytes',
      'Memory of the objects that searches over all clusters keep.',
      'gauge',
      () => this.#cache.bytes,
    )
    metrics.read(
      'binnacle_search_resources',
      'Resources that are followed in all clusters for searches.',
      'gauge',
      () => this.#cache.size,
    )
  }

  close(): void {
    this.#end.abort()
    this.#cache.close()
  }

  async respond(context: RequestContext): Promise<void> {
    const { resource, verb, path } = context.attributes
    if (resource === undefined) return this.#respondWithDiscovery(context, path)
    const isRead = verb === 'get' || verb === 'list' || verb === 'watch'
    if (!isRead || resource.subresource !== undefined) throw readOnly()
    return this.#cache.use(resource, (followed) => this.#read(context, followed, resource, verb))
  }

  async #read(
    context: RequestContext,
    followed: FollowedResource,
    asked: ResourceAttributes,
    verb: 'get' | 'list' | 'watch',
  ): Promise<void> {
    this.#expectClusters(context)
    await followed.ready(this.#end.signal)
    if (!context.isOpen) return
    const { resource } = followed
    const { missing, outdated } = followed.incomplete
    if (resource === undefined || followed.synced.length === 0) {
      throw missing.length === 0 ? unknownPath() : unreadable(missing)
    }
    // A resource in a namespace has no objects without one, and the other way round.
    const namespace = resource.isNamespaced ? asked.namespace : undefined
    const isMisplaced =
      !resource.isNamespaced && asked.namespace !== undefined && asked.plural !== 'namespaces'
    if (isMisplaced || (verb === 'get' && resource.isNamespaced && namespace === undefined))
      throw unknownPath()
    warnOf(context, missing, outdated)
    const known = this.#knownVersion(asked)
    if (verb === 'get') return this.#get(context, followed, resource, { ...asked, namespace }, known)
    const { query } = context
    const options = readSearchOptions(query, namespace, known, verb === 'watch')
    // From the path of a legacy watch, or from the field selector, which then selects by it already.
    const { name } = asked
    const named = name !== undefined && options.selection.fields.isEmpty ? withName(options, name) : options
    if (verb === 'list') return this.#list(context, followed, resource, named, known)
    return this.#watch(context, followed, resource, named, known)
  }

  async #get(
    context: RequestContext,
    followed: FollowedResource,
    resource: SearchableResource,
    { namespace = '', name = '', ...rest }: ResourceAttributes,
    known: ServedVersion | undefined,
  ): Promise<void> {
    const clusters = clustersIn(context.query)
    const found = followed.synced.flatMap((objects) => {
      const object = (clusters?.has(objects.cluster) ?? true) ? objects.find(namespace, name) : undefined
      return object === undefined ? [] : [{ objects, object }]
    })
    const [first] = found
    const named = { ...rest, kind: resource.kind, version: resource.version }
    if (first === undefined) throw notFound(named, name)
    const representation = representationOf(context, 'object')
    const rendering = this.#rendering(context, resource, representation, known)
    if (found.length === 1) return sendBytes(context, 200, JSON_TYPE, rendering.object(first.object))
    if (representation.projection !== 'table') {
      throw ambiguous(
        resource.resource,
        name,
        found.map(({ objects }) => objects.cluster),
      )
    }
    const versions = new Map(found.map(({ objects }) => [objects.cluster, objects.version]))
    const metadata = { resourceVersion: packVersions(versions) }
    return sendSearchList(
      context,
      rendering,
      metadata,
      found.map(({ object }) => object),
    )
  }

  async #list(
    context: RequestContext,
    followed: FollowedResource,
    resource: SearchableResource,
    options: SearchOptions,
    known: ServedVersion | undefined,
  ): Promise<void> {
    const representation = representationOf(context, 'list')
    if (options.continue === undefined) await expectReached(followed, options)
    const { objects, versions, next } = await searchPage(followed, options)
    const rendering = this.#rendering(context, resource, representation, known)
    await sendSearchList(
      context,
      rendering,
      { resourceVersion: packVersions(versions), continue: next },
      objects,
    )
  }

  async #watch(
    context: RequestContext,
    followed: FollowedResource,
    resource: SearchableResource,
    options: SearchOptions,
    known: ServedVersion | undefined,
  ): Promise<void> {
    const representation = representationOf(context, 'stream')
    await expectReached(followed, options)
    for (const [cluster, version] of options.versions ?? []) {
      if (!followed.has(cluster) || followed.objectsOf(cluster)?.changeAfter(version) === 'expired') {
        throw expiredVersion(cluster, version)
      }
    }
    if (!context.isOpen) return
    const rendering = this.#rendering(context, resource, representation, known)
    await serveWatch(context, {
      followed,
      options,
      rendering,
      observer: this.#observer,
      clock: this.#context.clock,
      signal: this.#end.signal,
    })
  }

  #rendering(
    context: RequestContext,
    resource: SearchableResource,
    representation: Representation,
    known: ServedVersion | undefined,
  ): Rendering {
    const { clock } = this.#context
    return renderingOf({
      resource,
      representation,
      include: context.includedObject,
      columns: known?.columns,
      now: () => clock.now(),
    })
  }

  /** The same version of the kind on the host, whose columns and selectable fields apply. */
  #knownVersion({ group, version, plural }: ResourceAttributes): ServedVersion | undefined {
    return this.#context.kinds.versions.find(
      (known) => known.plural === plural && known.group === group && known.version === version,
    )
  }

  async #respondWithDiscovery(context: RequestContext, path: string): Promise<void> {
    const members = this.#members.all
    const found = await Promise.all(
      members.map(async ({ name, client, isReady }) => {
        const known = client && this.#cache.resourcesOf(client)
        // A member that is down would keep every client waiting.
        const resources = isReady ? await known?.all().catch(() => known.last) : known?.last
        return { name, resources }
      }),
    )
    const missing = found.filter(({ resources }) => resources === undefined).map(({ name }) => name)
    if (missing.length > 0 && missing.length === members.length) throw unreadable(missing)
    warnOf(context, missing, [])
    const discovery = new MergedDiscovery(found.map(({ resources = [] }) => resources))
    const root = path.replace(/\/$/, '')
    const aggregation = preferredAggregation(context.request.headers.accept)
    context.response.appendHeader('Vary', 'Accept')
    if ((root === '/api' || root === '/apis') && aggregation !== undefined) {
      return sendAggregated(context, discovery.aggregated(root, aggregation), aggregation)
    }
    const document = discovery.plain(path)
    if (document === undefined) throw unknownPath()
    return sendValue(context, 200, document)
  }

  #expectClusters({ query }: RequestContext): void {
    for (const name of clustersIn(query) ?? []) {
      if (this.#members.get(name) === undefined) {
        throw notFound({ group: 'federation', version: 'v1beta1', plural: 'clusters', kind: 'Cluster' }, name)
      }
    }
  }
}

const JSON_TYPE = 'application/json'

/** Objects of members have no protobuf encoding here. */
function representationOf({ request }: RequestContext, kind: 'object' | 'list' | 'stream'): Representation {
  const found = negotiate(request.headers.accept).textual[kind]
  if (found?.format !== 'json') throw notAcceptable([JSON_TYPE])
  return found
}

const withName = (options: SearchOptions, name: string): SearchOptions => ({
  ...options,
  selection: { ...options.selection, fields: byName(name) },
})

/** Throws `expired` if a cluster has never had the version. Another server may have seen more than this one. */
async function expectReached(followed: FollowedResource, { versions }: SearchOptions): Promise<void> {
  for (const [cluster, version] of versions ?? []) {
    if (followed.objectsOf(cluster)?.changeAfter(version) !== 'ahead') continue
    const latest = await followed.latestVersion(cluster)
    if (latest === undefined || Number(latest) < Number(version)) throw expiredVersion(cluster, version)
  }
}

function warnOf(context: RequestContext, missing: readonly string[], outdated: readonly string[]): void {
  if (missing.length > 0) {
    addWarning(context, `not shown, because it cannot be read: ${clusterNames(missing)}`)
  }
  if (outdated.length > 0) {
    addWarning(context, `shown as last seen, because it cannot be read now: ${clusterNames(outdated)}`)
  }
}

const MAX_NAMES = 20

function clusterNames(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).join(', ')
  const rest = names.length - MAX_NAMES
  return `${names.length === 1 ? 'cluster' : 'clusters'} ${shown}${rest > 0 ? ` and ${rest} more` : ''}`
}

const unreadable = (missing: readonly string[]) =>
  serviceUnavailable(`no objects can be read from ${clusterNames(missing)}`)

const readOnly = () =>
  new ApiError(
    'methodNotAllowed',
    'a search over all clusters is read-only: use one cluster, below /apis/federation/v1beta1/clusters/NAME/proxy',
    {},
  )

const ambiguous = (resource: string, name: string, clusters: readonly string[]) =>
  new ApiError(
    'conflict',
    `${resource} "${name}" is in several clusters: name one with the query parameter cluster, or list with the ` +
      `field selector metadata.name=${name} (${clusterNames(clusters)})`,
    { name, kind: resource },
  )
