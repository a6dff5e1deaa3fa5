/** A kind that the server serves, in the version that it prefers. */
export interface Resource {
  readonly group: string
  readonly version: string
  readonly plural: string
  readonly singular: string
  readonly kind: string
  readonly namespaced: boolean
  readonly verbs: readonly string[]
  readonly shortNames: readonly string[]
  readonly categories: readonly string[]
  /** The names of its subresources, such as `scale`. */
  readonly subresources: readonly string[]
}

/** A resource without what only discovery tells. */
export type ResourceRef = Pick<Resource, 'group' | 'version' | 'plural'>

export const apiVersionOf = ({ group, version }: Pick<Resource, 'group' | 'version'>): string =>
  group === '' ? version : `${group}/${version}`

/** The group and version of an `apiVersion`. */
export function parseApiVersion(apiVersion: string): { readonly group: string; readonly version: string } {
  const slash = apiVersion.indexOf('/')
  return { group: apiVersion.slice(0, Math.max(slash, 0)), version: apiVersion.slice(slash + 1) }
}

/** `deployments.apps`: unique among all kinds. */
export const resourceId = ({ group, plural }: Pick<Resource, 'group' | 'plural'>): string =>
  group === '' ? plural : `${plural}.${group}`

const root = ({ group, version }: ResourceRef) =>
  group === '' ? `/api/${version}` : `/apis/${group}/${version}`

/** The path of a collection; without a namespace that of all namespaces. */
export function collectionPath(resource: ResourceRef, namespace?: string): string {
  const scope =
    namespace === undefined || namespace === '' ? '' : `/namespaces/${encodeURIComponent(namespace)}`
  return `${root(resource)}${scope}/${resource.plural}`
}

export function objectPath(
  resource: ResourceRef,
  namespace: string | undefined,
  name: string,
  subresource?: string,
): string {
  const path = `${collectionPath(resource, namespace)}/${encodeURIComponent(name)}`
  return subresource === undefined ? path : `${path}/${subresource}`
}

/** A path with a query. Parameters that are undefined or empty are left out. */
export function withQuery(path: string, query: Readonly<Record<string, string | undefined>>): string {
  const pairs = Object.entries(query).filter((pair): pair is [string, string] => Boolean(pair[1]))
  if (pairs.length === 0) return path
  return `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams(pairs)}`
}

/** The `Accept` header for the representations that the console reads. */
export const ACCEPT = {
  object: 'application/json',
  metadata: 'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io,application/json',
  table: 'application/json;as=Table;v=v1;g=meta.k8s.io,application/json',
} as const
export type Representation = keyof typeof ACCEPT
