import { apiVersionOf } from '../meta/resource.js'
import type { Subresource } from '../registry/kind.js'
import {
  type APIGroupDiscovery,
  type APIGroupDiscoveryList,
  type APIResourceDiscovery,
  type APISubresourceDiscovery,
  DISCOVERY_GROUP,
  type DiscoveryVersion,
} from './aggregated-types.js'
import { groupVersions } from './documents.js'
import { type ListedResource, listedSubresources, listedVerbs } from './listed-resource.js'

/**
 * All groups with their versions and resources in one document. Groups come in the order of the kinds, as in the
 * plain list. A kind that several groups serve has its short names and categories in the first of them alone: otherwise
 * `kubectl get all` shows its objects once for each group, and `kubectl get deploy` warns that the name is ambiguous.
 */
export function aggregatedDiscovery(
  kinds: readonly ListedResource[],
  version: DiscoveryVersion,
): APIGroupDiscoveryList {
  const groups = [...new Set(kinds.map(({ group }) => group))]
  // Where a kind comes twice, the last entry stays in the map.
  const firstGroups = new Map(kinds.toReversed().map(({ stored, group }) => [stored, group]))
  const isInFirstGroup = ({ stored, group }: ListedResource) => firstGroups.get(stored) === group
  return {
    kind: 'APIGroupDiscoveryList',
    apiVersion: apiVersionOf({ group: DISCOVERY_GROUP, version }),
    metadata: {},
    items: groups.map((group) => groupEntry(group, kinds, isInFirstGroup)),
  }
}

function groupEntry(
  group: string,
  kinds: readonly ListedResource[],
  isInFirstGroup: (resource: ListedResource) => boolean,
): APIGroupDiscovery {
  const members = kinds.filter((kind) => kind.group === group)
  return {
    // The group without a name has none here either.
    metadata: { name: group === '' ? undefined : group, creationTimestamp: null },
    versions: groupVersions(members).map(({ version }) => ({
      version,
      resources: members
        .filter((kind) => kind.version === version)
        .map((kind) => resourceEntry(kind, isInFirstGroup(kind)))
        .sort((left, right) => (left.resource < right.resource ? -1 : 1)),
      // Only servers that stand before others ever have another value.
      freshness: 'Current',
    })),
  }
}

function resourceEntry(definition: ListedResource, isInFirstGroup: boolean): APIResourceDiscovery {
  const { group, version, kind, plural, singular, namespaced, shortNames, categories } = definition
  const subresources = listedSubresources(definition).map((subresource) =>
    subresourceEntry(definition, subresource),
  )
  return {
    resource: plural,
    responseKind: { group, version, kind },
    scope: namespaced ? 'Namespaced' : 'Cluster',
    singularResource: singular,
    verbs: listedVerbs(definition).sort(),
    shortNames: unlessEmpty(isInFirstGroup ? shortNames : []),
    categories: unlessEmpty(isInFirstGroup ? categories : []),
    subresources: unlessEmpty(subresources),
  }
}

function subresourceEntry(
  { group, version }: ListedResource,
  { name, kind, verbs, groupVersion }: Subresource,
): APISubresourceDiscovery {
  return {
    subresource: name,
    responseKind: { group: groupVersion?.group ?? group, version: groupVersion?.version ?? version, kind },
    verbs: [...verbs].sort(),
  }
}

const unlessEmpty = <T>(list: readonly T[]): T[] | undefined => (list.length > 0 ? [...list] : undefined)
