import { apiVersionOf, type GroupVersion } from '#meta/resource.js'
import type { Subresource } from '#registry/kind.js'
import {
  type APIGroupDiscovery,
  type APIGroupDiscoveryList,
  type APIResourceDiscovery,
  type APISubresourceDiscovery,
  DISCOVERY_GROUP,
  type DiscoveryVersion,
} from './aggregated-types.js'
import { firstGroupsOf, type ListedResource, listedSubresources, listedVerbs } from './listed-resource.js'

/**
 * The entry of each resource in aggregated discovery. A kind that several groups serve has short names and categories
 * only in the first one: otherwise `kubectl get all` shows its objects once for each group, and `kubectl get deploy`
 * warns that the name is ambiguous.
 */
export function aggregatedResource(
  kinds: readonly ListedResource[],
): (kind: ListedResource) => AggregatedResource {
  const isInFirstGroup = firstGroupsOf(kinds)
  return (kind) => ({
    group: kind.group,
    version: kind.version,
    entry: resourceEntry(kind, isInFirstGroup(kind)),
  })
}

export interface AggregatedResource extends GroupVersion {
  readonly entry: APIResourceDiscovery
}

/** All groups with their versions and resources in one document. Groups come in the order of the resources, as in the plain list. */
export function aggregatedDiscovery(
  resources: readonly AggregatedResource[],
  version: DiscoveryVersion,
): APIGroupDiscoveryList {
  const groups = new Map<string, Map<string, APIResourceDiscovery[]>>()
  for (const { group, version, entry } of resources) {
    const versions = groups.get(group) ?? new Map<string, APIResourceDiscovery[]>()
    const entries = versions.get(version) ?? []
    entries.push(entry)
    groups.set(group, versions.set(version, entries))
  }
  return {
    kind: 'APIGroupDiscoveryList',
    apiVersion: apiVersionOf({ group: DISCOVERY_GROUP, version }),
    metadata: {},
    items: [...groups].map(([group, versions]) => groupEntry(group, versions)),
  }
}

function groupEntry(
  group: string,
  versions: ReadonlyMap<string, readonly APIResourceDiscovery[]>,
): APIGroupDiscovery {
  return {
    // The core group has no name here either.
    metadata: { name: group === '' ? undefined : group, creationTimestamp: null },
    versions: [...versions].map(([version, resources]) => ({
      version,
      resources: resources.toSorted((left, right) => (left.resource < right.resource ? -1 : 1)),
      // Only aggregated servers have another value.
      freshness: 'Current',
    })),
  }
}

function resourceEntry(definition: ListedResource, isInFirstGroup: boolean): APIResourceDiscovery {
  const { kind, plural, singular, namespaced, shortNames, categories } = definition
  const subresources = listedSubresources(definition).map((subresource) =>
    subresourceEntry(definition, subresource),
  )
  return {
    resource: plural,
    responseKind: { ...inherited(definition), kind },
    scope: namespaced ? 'Namespaced' : 'Cluster',
    singularResource: singular,
    verbs: listedVerbs(definition).sort(),
    shortNames: unlessEmpty(isInFirstGroup ? shortNames : []),
    categories: unlessEmpty(isInFirstGroup ? categories : []),
    subresources: unlessEmpty(subresources),
  }
}

function subresourceEntry(
  definition: ListedResource,
  { name, kind, verbs, groupVersion }: Subresource,
): APISubresourceDiscovery {
  const { group, version } = groupVersion ?? inherited(definition)
  return { subresource: name, responseKind: { group, version, kind }, verbs: [...verbs].sort() }
}

/** The entries of built-in kinds leave out the group and version that they stand below. */
const inherited = ({ isCustomResource, group, version }: ListedResource): GroupVersion =>
  isCustomResource ? { group, version } : { group: '', version: '' }

const unlessEmpty = <T>(list: readonly T[]): T[] | undefined => (list.length > 0 ? [...list] : undefined)
