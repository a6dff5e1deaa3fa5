import { badRequest } from '#meta/api-error.js'
import type { Subresource, Verb } from '#registry/kind.js'
import type { ResourceStore } from '#registry/store.js'
import type { ResourceStores, ServedResources } from '#registry/stores.js'

/** The target of an API path. */
export interface Target {
  readonly store: ResourceStore
  /** Undefined for cluster-scoped kinds, and for paths across namespaces. */
  readonly namespace: string | undefined
  /** Undefined for a collection. */
  readonly name: string | undefined
  readonly subresource: Subresource | undefined
  /** The offset in the path behind the subresource; undefined without one. */
  readonly subresourceEnd?: number
  /** Whether it is a `/watch/` path. */
  readonly watch: boolean
}

/** Whether the endpoint of the subresource handles the whole request. */
export const isForwarded = ({ store, subresource }: Target): boolean =>
  subresource?.forwards !== undefined && store.endpoints.get(subresource.name)?.connect !== undefined

const GROUPS = '/apis/'
const CORE = '/api/'

/**
 * Finds the store of a path:
 * `/apis/{group}/{version}[/watch][/namespaces/{namespace}]/{plural}[/{name}[/{subresource}]]`, and `/api/{version}`
 * for the core group. In a group with a resource `namespaces`, those are its objects:
 * `namespaces/{name}[/{subresource}]`.
 */
export class Router {
  readonly #stores: ResourceStores
  /**
   * The group version of the previous request. The next request usually has the same, and comparing is faster than
   * searching.
   */
  #recent: ServedGroupVersion | undefined

  constructor(stores: ResourceStores) {
    this.#stores = stores
  }

  /** Undefined for unknown paths. Throws `badRequest` for invalid ones. */
  resolve(path: string): Target | undefined {
    const recent = this.#recent
    const served = recent !== undefined && path.startsWith(recent.prefix) ? recent : this.#groupVersion(path)
    if (served === undefined) return undefined
    const { resources, prefix } = served
    const rest = prefix.length - 1

    // A trailing slash is ignored; other empty segments are invalid.
    const end = path.endsWith('/') ? path.length - 1 : path.length
    const watch = path.startsWith(WATCH, rest)
    const scope = watch ? rest + WATCH.length : rest + 1
    if (!path.startsWith(NAMESPACES, scope)) return find(path, scope, end, resources, undefined, watch)
    const after = segmentEnd(path, scope + NAMESPACES.length, end)
    const namespace = decodeSegment(path.slice(scope + NAMESPACES.length, after))
    return (
      (namespace && find(path, after + 1, end, resources, namespace, watch)) ||
      // `namespaces` may be a resource of the group, whose subresources look like collections.
      find(path, scope, end, resources, undefined, watch)
    )
  }

  #groupVersion(path: string): ServedGroupVersion | undefined {
    const start = groupVersionStart(path)
    if (start < 0) return undefined
    const version = path.startsWith(CORE) ? start - 1 : path.indexOf('/', start)
    const rest = version < 0 ? -1 : path.indexOf('/', version + 1)
    if (rest < 0) return undefined
    const resources = this.#stores.resources(path.slice(start, rest))
    if (resources === undefined) return undefined
    this.#recent = { prefix: path.slice(0, rest + 1), resources }
    return this.#recent
  }
}

interface ServedGroupVersion {
  /** The path prefix of its resources, such as `/apis/apps/v1/`. */
  readonly prefix: string
  readonly resources: ServedResources
}

/** The offset of the group, or of the version of the core group; -1 if there is none. */
function groupVersionStart(path: string): number {
  if (path.startsWith(GROUPS)) return GROUPS.length
  return path.startsWith(CORE) ? CORE.length : -1
}

const WATCH = '/watch/'
const NAMESPACES = 'namespaces/'

/** Parses `{plural}[/{name}[/{subresource}]]` in a range of the path. */
function find(
  path: string,
  start: number,
  end: number,
  resources: ServedResources,
  namespace: string | undefined,
  watch: boolean,
): Target | undefined {
  const pluralEnd = segmentEnd(path, start, end)
  const store = resources.get(path.slice(start, pluralEnd))
  if (store === undefined) return undefined
  const { namespaced, subresources, stored } = store.definition
  if (!namespaced && namespace !== undefined) return undefined
  // A review is posted to its collection. There are no stored objects.
  if (stored.review && (pluralEnd < end || watch || (namespaced && namespace === undefined))) return undefined
  if (pluralEnd >= end) return { store, namespace, name: undefined, subresource: undefined, watch }

  if (namespaced && namespace === undefined) return undefined
  const nameEnd = segmentEnd(path, pluralEnd + 1, end)
  const name = decodeSegment(path.slice(pluralEnd + 1, nameEnd))
  if (name === undefined) return undefined
  if (nameEnd >= end) return { store, namespace, name, subresource: undefined, watch }
  if (watch) return undefined
  const doorEnd = segmentEnd(path, nameEnd + 1, end)
  const door = path.slice(nameEnd + 1, doorEnd)
  const subresource = subresources.find(
    (candidate) => candidate.name === door && (doorEnd === end || candidate.takesPaths),
  )
  return subresource && { store, namespace, name, subresource, subresourceEnd: doorEnd, watch }
}

/** The end of the segment at `start`. */
function segmentEnd(path: string, start: number, end: number): number {
  const slash = path.indexOf('/', start)
  return slash < 0 || slash > end ? end : slash
}

/** Undefined if it cannot be the name of an object: empty, or with a slash. */
function decodeSegment(segment: string): string | undefined {
  let text = segment
  if (segment.includes('%')) {
    try {
      text = decodeURIComponent(segment)
    } catch {
      throw badRequest(`the path segment ${JSON.stringify(segment)} is not percent-encoded UTF-8`)
    }
  }
  return text === '' || text.includes('/') ? undefined : text
}

const COLLECTION_VERBS: Readonly<Record<string, Verb>> = {
  GET: 'list',
  POST: 'create',
  DELETE: 'deletecollection',
}
const OBJECT_VERBS: Readonly<Record<string, Verb>> = {
  GET: 'get',
  PUT: 'update',
  PATCH: 'patch',
  DELETE: 'delete',
}
const SUBRESOURCE_VERBS: Readonly<Record<string, Verb>> = { ...OBJECT_VERBS, POST: 'create' }

/** The verb of a method on a target; undefined if it is not supported. */
export function verbOf(method: string, target: Target, wantsWatch: boolean): Verb | undefined {
  const { store, namespace, name, subresource } = target
  if (target.watch) return method === 'GET' && store.definition.verbs.includes('watch') ? 'watch' : undefined
  if (subresource !== undefined) {
    const verb = SUBRESOURCE_VERBS[method]
    return verb !== undefined && subresource.verbs.includes(verb) ? verb : undefined
  }
  const { verbs } = store.definition
  const served = (verb: Verb | undefined) => (verb !== undefined && verbs.includes(verb) ? verb : undefined)
  if (name !== undefined) return served(OBJECT_VERBS[method])
  if (method === 'GET') return served(wantsWatch ? 'watch' : 'list')
  // A collection across namespaces is read-only.
  if (store.definition.namespaced && namespace === undefined) return undefined
  return served(COLLECTION_VERBS[method])
}
