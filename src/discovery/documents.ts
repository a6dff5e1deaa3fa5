import { createHash } from 'node:crypto'
import { apiVersionOf, type GroupVersion } from '#meta/resource.js'
import type { Subresource } from '#registry/kind.js'
import { type ListedResource, listedSubresources, listedVerbs } from './listed-resource.js'
import type { APIGroup, APIGroupList, APIResource, APIResourceList, APIVersions } from './types.js'

/** The discovery documents: pure functions of the served kinds. */

/** The versions of the core group. */
export function apiVersions(resources: readonly ListedResource[]): APIVersions {
  const versions = groupVersions(resources).map(({ version }) => version)
  return { kind: 'APIVersions', apiVersion: 'v1', versions, serverAddressByClientCIDRs: [] }
}

/** Takes the kinds of each group. */
export function apiGroupList(groups: readonly (readonly ListedResource[])[]): APIGroupList {
  return {
    kind: 'APIGroupList',
    apiVersion: 'v1',
    // Groups inside of a list have no `kind` and `apiVersion`.
    groups: groups.map((kinds) => ({ ...apiGroup(kinds), kind: undefined, apiVersion: undefined })),
  }
}

/** `kinds` are those of one group. */
export function apiGroup(kinds: readonly ListedResource[]): APIGroup {
  const versions = groupVersions(kinds).map((groupVersion) => ({
    groupVersion: apiVersionOf(groupVersion),
    version: groupVersion.version,
  }))
  const [preferredVersion] = versions
  const group = kinds[0]?.group
  if (preferredVersion === undefined || group === undefined) throw new Error('a group has no kinds')
  return {
    kind: 'APIGroup',
    apiVersion: 'v1',
    name: group,
    versions,
    preferredVersion,
    ...(kinds[0]?.conventions.nullServerAddresses && { serverAddressByClientCIDRs: null as never }),
  }
}

/** Each group and version once, in the order of the kinds. */
export function groupVersions(kinds: readonly GroupVersion[]): GroupVersion[] {
  return [...new Map(kinds.map(({ group, version }) => [`${group}/${version}`, { group, version }])).values()]
}

/** `kinds` are those of one version of a group. Only kinds for which `isNamed` returns true have short names and categories. */
export function apiResourceList(
  kinds: readonly ListedResource[],
  isNamed: (kind: ListedResource) => boolean = () => true,
): APIResourceList {
  return {
    kind: 'APIResourceList',
    apiVersion: 'v1',
    groupVersion: kinds[0] === undefined ? '' : apiVersionOf(kinds[0]),
    resources: kinds
      .toSorted((left, right) => (left.plural < right.plural ? -1 : 1))
      .flatMap((kind) => [
        resourceEntry(kind, isNamed(kind)),
        ...listedSubresources(kind).map((sub) => subresourceEntry(kind, sub)),
      ]),
  }
}

function resourceEntry(definition: ListedResource, isNamed: boolean): APIResource {
  const { plural, singular, namespaced, kind, shortNames, categories } = definition
  const verbs = listedVerbs(definition)
  return {
    name: plural,
    singularName: singular,
    namespaced,
    kind,
    // Those of custom resources keep their order.
    verbs: definition.isCustomResource ? verbs : verbs.sort(),
    shortNames: isNamed && shortNames.length > 0 ? [...shortNames] : undefined,
    categories: isNamed && categories.length > 0 ? [...categories] : undefined,
    storageVersionHash: storageVersionHash(definition),
  }
}

/** A hash of 8 bytes, as in Kubernetes. Legacy groups and kinds that are not stored have none. */
function storageVersionHash({ stored, conventions }: ListedResource): string | undefined {
  if (!conventions.storageVersionHash || stored.review) return undefined
  const { group, version, kind } = stored.storageVersion
  const digest = createHash('sha256').update(`${group}/${version}/${kind}`).digest()
  return digest.subarray(0, 8).toString('base64')
}

function subresourceEntry({ plural, namespaced }: ListedResource, subresource: Subresource): APIResource {
  return {
    name: `${plural}/${subresource.name}`,
    singularName: '',
    namespaced,
    group: subresource.groupVersion?.group,
    version: subresource.groupVersion?.version,
    kind: subresource.kind,
    verbs: [...subresource.verbs].sort(),
  }
}
