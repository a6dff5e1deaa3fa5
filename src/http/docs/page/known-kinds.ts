import { comparePartNames } from './api-parts.js'

/** A kind in one of its served versions. */
export interface KnownKind {
  readonly kind: string
  /** The plural, which is also the name of its section. */
  readonly resource: string
  readonly shortNames: readonly string[]
  /** The name of its part of the API. */
  readonly part: string
  readonly groupVersion: string
  /** All its names, in lower case. */
  readonly names: readonly string[]
  /** Group, version and subresources. */
  readonly context: readonly string[]
}

/** The media type of aggregated discovery. */
export const DISCOVERY = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList'

/** The fields of a discovery document that are used here. */
export interface DiscoveryList {
  readonly items: readonly {
    readonly metadata: { readonly name?: string }
    readonly versions: readonly {
      readonly version: string
      readonly resources: readonly DiscoveredResource[]
    }[]
  }[]
}

interface DiscoveredResource {
  readonly resource: string
  readonly singularResource: string
  readonly responseKind: { readonly kind: string }
  readonly shortNames?: readonly string[]
  readonly subresources?: readonly { readonly subresource: string }[]
}

/** The kinds of all groups, ordered by part, then by name. */
export function knownKinds(lists: readonly DiscoveryList[]): KnownKind[] {
  const kinds = lists.flatMap(({ items }) =>
    items.flatMap(({ metadata: { name: group = '' }, versions }) =>
      versions.flatMap(({ version, resources }) =>
        resources.map((resource) => knownKind(group, version, resource)),
      ),
    ),
  )
  return kinds.sort(
    (left, right) => comparePartNames(left.part, right.part) || (left.resource < right.resource ? -1 : 1),
  )
}

function knownKind(group: string, version: string, discovered: DiscoveredResource): KnownKind {
  const { resource, singularResource, shortNames = [], subresources = [] } = discovered
  const { kind } = discovered.responseKind
  return {
    kind,
    resource,
    shortNames,
    part: group === '' ? `api/${version}` : `apis/${group}/${version}`,
    groupVersion: group === '' ? version : `${group}/${version}`,
    names: [kind, resource, singularResource, ...shortNames].map((name) => name.toLowerCase()),
    context: [group || 'core', version, ...subresources.map(({ subresource }) => subresource)],
  }
}

/**
 * The kinds that match every word of a query, best match first. Words are separated as in `apps/v1`,
 * `deployments.apps` and `pods/eviction`.
 */
export function findKinds(kinds: readonly KnownKind[], query: string): KnownKind[] {
  const words = query
    .toLowerCase()
    .split(/[\s./]+/)
    .filter((word) => word !== '')
  return kinds
    .map((kind) => ({ kind, distance: words.reduce((sum, word) => sum + distanceOf(kind, word), 0) }))
    .filter(({ distance }) => distance < Infinity)
    .sort((left, right) => left.distance - right.distance)
    .map(({ kind }) => kind)
}

function distanceOf({ names, context }: KnownKind, word: string): number {
  if (names.includes(word)) return 0
  if (names.some((name) => name.startsWith(word))) return 1
  if (names.some((name) => name.includes(word))) return 2
  return context.some((name) => name.includes(word)) ? 3 : Infinity
}
