import type { Selection } from '#cache/search/search.js'
import { badRequest } from '#meta/api-error.js'
import type { ServedVersion } from '#registry/kind.js'
import { type ListOptions, readListOptions } from '#registry/read/list-options.js'
import { Query } from '#util/text/query.js'
import {
  type ClusterVersions,
  type ContinuePoint,
  unpackContinue,
  unpackVersions,
} from './cluster-versions.js'

/** The options of a list or a watch over all clusters. */
export interface SearchOptions extends Pick<ListOptions, 'limit' | 'allowBookmarks' | 'timeoutSeconds'> {
  readonly selection: Selection
  /** Names of the only clusters; undefined for all. */
  readonly clusters: ReadonlySet<string> | undefined
  /** From `resourceVersion`; undefined for the current state. */
  readonly versions: ClusterVersions | undefined
  /** Whether the list must have exactly these versions. */
  readonly isExact: boolean
  readonly continue: ContinuePoint | undefined
  readonly sendInitialEvents: boolean
}

/** Any number: the other checks of options depend only on whether there is a version. */
const SOME_VERSION = '1'

/** Throws `badRequest` or `invalid`, as for the same options of one cluster. */
export function readSearchOptions(
  query: Query,
  namespace: string | undefined,
  known: Pick<ServedVersion, 'selectableFields'> | undefined,
  watch: boolean,
): SearchOptions {
  const token = query.get('resourceVersion') ?? ''
  const versions = token === '' || token === '0' ? undefined : versionsIn(token)
  const plain = versions === undefined ? query : withVersion(query)
  const served = known ?? { selectableFields: undefined }
  const options = readListOptions(served, plain, namespace, { watch, includeUninitialized: true })
  const { selection, limit, allowBookmarks, timeoutSeconds, isExact, sendInitialEvents } = options
  return {
    selection,
    limit,
    allowBookmarks,
    timeoutSeconds,
    clusters: clustersIn(query),
    versions,
    isExact: isExact && versions !== undefined,
    continue: options.continue === undefined ? undefined : pointIn(options.continue),
    sendInitialEvents: sendInitialEvents ?? false,
  }
}

/** The names in the parameter `cluster`; undefined without it. */
export function clustersIn(query: Query): ReadonlySet<string> | undefined {
  const text = query.get('cluster') ?? ''
  return text === '' ? undefined : new Set(text.split(',').map((name) => name.trim()))
}

function withVersion(query: Query): Query {
  const parameters = new URLSearchParams(query.entries)
  parameters.set('resourceVersion', SOME_VERSION)
  return Query.parse(parameters.toString())
}

function versionsIn(token: string): ClusterVersions {
  const versions = unpackVersions(token)
  if (versions !== undefined) return versions
  throw badRequest(
    'resourceVersion: Invalid value: it is not the resource version of a list, a bookmark or an event of all clusters',
  )
}

function pointIn(token: string): ContinuePoint {
  const point = unpackContinue(token)
  if (point !== undefined) return point
  throw badRequest('continue key is not valid: it was not given out for a list of all clusters')
}
