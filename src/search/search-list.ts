import type { CachedObject } from '#cache/cached-object.js'
import { type Selection, selects } from '#cache/search/search.js'
import { ApiError, expiredContinue } from '#meta/api-error.js'
import { TimeSlices } from '#util/event-loop.js'
import type { SortedEntries } from '#util/sorted-map.js'
import { type ClusterVersions, packContinue } from './cluster-versions.js'
import type { FollowedResource } from './followed-resource.js'
import { keyOf } from './found-object.js'
import type { SearchOptions } from './search-options.js'

/** One page of a list over all clusters. */
export interface SearchPage {
  readonly objects: readonly CachedObject[]
  readonly versions: ClusterVersions
  /** The continue token, if there is more. */
  readonly next: string | undefined
}

/** Objects that are looked at between two looks at the clock. */
const STEP = 256

/**
 * Lists by cluster, namespace and name. All pages show each cluster at the version that it had at the first page. Throws
 * `expired` if that is no longer known.
 */
export async function searchPage(followed: FollowedResource, options: SearchOptions): Promise<SearchPage> {
  const { continue: point, clusters, isExact } = options
  const wanted = point === undefined ? (isExact ? options.versions : undefined) : point.versions
  const states =
    wanted === undefined ? currentStates(followed, clusters) : statesAt(followed, wanted, options)
  const versions = new Map(states.map(({ cluster, version }) => [cluster, version]))
  const limit = options.limit ?? Number.POSITIVE_INFINITY
  const objects: CachedObject[] = []
  const slices = new TimeSlices()
  for (const { cluster, entries } of states) {
    if (point !== undefined && cluster < point.cluster) continue
    const scope = scopeOf(cluster, options.selection)
    let after: string | undefined = cluster === point?.cluster ? keyBehind(cluster, point.key) : ''
    while (after !== undefined) {
      after = entries.walkSome(scope, after, STEP, (object) => {
        if (selects(options.selection, object)) objects.push(object)
        return objects.length <= limit
      })
      if (objects.length > limit) return pageOf(objects.slice(0, limit), versions)
      await slices.next()
    }
  }
  return { objects, versions, next: undefined }
}

/** The objects of a cluster at a version. */
interface ClusterState {
  readonly cluster: string
  readonly version: string
  readonly entries: SortedEntries<CachedObject>
}

function currentStates(
  followed: FollowedResource,
  clusters: SearchOptions['clusters'],
): readonly ClusterState[] {
  return followed.synced
    .filter(({ cluster }) => clusters?.has(cluster) ?? true)
    .map((objects) => ({ cluster: objects.cluster, version: objects.version, entries: objects.state() }))
}

function statesAt(
  followed: FollowedResource,
  versions: ClusterVersions,
  { continue: point, clusters }: SearchOptions,
): readonly ClusterState[] {
  const states: ClusterState[] = []
  for (const [cluster, version] of versions) {
    // The clusters before the last object have been listed.
    const isOver = point !== undefined && cluster < point.cluster
    const entries = isOver ? NOTHING : followed.objectsOf(cluster)?.stateAt(version)
    if (entries === undefined) throw point === undefined ? expiredVersion(cluster, version) : expired(point)
    if (clusters?.has(cluster) ?? true) states.push({ cluster, version, entries })
  }
  return states.sort((left, right) => (left.cluster < right.cluster ? -1 : 1))
}

const NOTHING = { walkSome: () => undefined } as unknown as SortedEntries<CachedObject>

/** The response has a token with which the client lists the rest as it is now. */
function expired({ cluster, key }: NonNullable<SearchOptions['continue']>): ApiError {
  return expiredContinue(packContinue({ versions: undefined, cluster, key }))
}

/** A version of a cluster is no longer known, or not of its current life. */
export const expiredVersion = (cluster: string, version: string) =>
  new ApiError('expired', `too old resource version: ${version} of the cluster ${cluster}`)

function pageOf(objects: readonly CachedObject[], versions: ClusterVersions): SearchPage {
  const last = objects.at(-1) as CachedObject
  const [, cluster = ''] = last.key.split('/', 2)
  const key = last.namespace === '' ? last.name : `${last.namespace}/${last.name}`
  return { objects, versions, next: packContinue({ versions, cluster, key }) }
}

const scopeOf = (cluster: string, { namespace }: Selection) =>
  namespace === undefined ? keyOf(cluster, '', '') : `${keyOf(cluster, namespace, '')}`

const keyBehind = (cluster: string, key: string) => keyOf(cluster, '', key)
