import { apiVersionOf, compareVersionPriority, type GroupVersion } from '#meta/resource.js'
import { type Priorities, prioritiesOf } from '#registry/discovery-priorities.js'
import type { APIGroupDiscovery, APIGroupDiscoveryList, APIVersionDiscovery } from './aggregated-types.js'
import type { ListedResource } from './listed-resource.js'
import type { OpenApiContent } from './openapi/model.js'
import type { APIGroup, APIGroupList } from './types.js'

/** A version of a group that another server serves. */
export interface RemoteVersion extends GroupVersion, Priorities {
  /** The same object as long as the other server says the same. Stale if it cannot be reached. */
  discovery(): Promise<APIVersionDiscovery>
  /** The URL of its OpenAPI v3 document at this server; undefined if there is none. */
  openApiV3(): Promise<string | undefined>
  /** The same object as long as the other server says the same; undefined without a document. */
  openApiV2(): Promise<OpenApiContent | undefined>
}

/** The versions of each group, all in the order of discovery. */
export type GroupOrder = ReadonlyMap<string, readonly GroupVersion[]>

/**
 * Orders groups by the highest priority of their versions, and then by name. A version that both serve has the
 * priorities of the other server.
 */
export function groupOrder(kinds: readonly ListedResource[], remotes: readonly RemoteVersion[]): GroupOrder {
  const versions = new Map<string, GroupVersion & Priorities>()
  for (const { group, version, isCustomResource } of kinds) {
    const name = { group, version }
    versions.set(apiVersionOf(name), { ...name, ...prioritiesOf(name, isCustomResource) })
  }
  for (const remote of remotes) versions.set(apiVersionOf(remote), remote)
  const groups = new Map<string, (GroupVersion & Priorities)[]>()
  for (const version of versions.values()) {
    const members = groups.get(version.group)
    if (members === undefined) groups.set(version.group, [version])
    else members.push(version)
  }
  return new Map(
    [...groups]
      .map(([group, members]) => ({ group, members: members.sort(byPriority), highest: highestOf(members) }))
      .sort((left, right) => right.highest - left.highest || (left.group < right.group ? -1 : 1))
      .map(({ group, members }) => [group, members]),
  )
}

const highestOf = (versions: readonly Priorities[]) =>
  Math.max(...versions.map(({ groupPriorityMinimum }) => groupPriorityMinimum))

const byPriority = (left: GroupVersion & Priorities, right: GroupVersion & Priorities) =>
  right.versionPriority - left.versionPriority || compareVersionPriority(left.version, right.version)

/** Adds the groups and versions of other servers. */
export function withRemoteGroups(list: APIGroupList, order: GroupOrder): APIGroupList {
  const own = new Map((list.groups ?? []).map((group) => [group.name, group]))
  return { ...list, groups: [...order.keys()].map((name) => ({ ...own.get(name), ...groupOf(name, order) })) }
}

/** A group with all its versions. `kind` and `apiVersion` are left out, as inside of a list. */
export function groupOf(name: string, order: GroupOrder): APIGroup {
  const versions = (order.get(name) ?? []).map((groupVersion) => ({
    groupVersion: apiVersionOf(groupVersion),
    version: groupVersion.version,
  }))
  const [preferredVersion] = versions
  if (preferredVersion === undefined) throw new Error('a group has no versions')
  return { name, versions, preferredVersion }
}

/** Adds entries to aggregated discovery, as `withRemoteGroups` does to the plain list. */
export function withRemoteEntries(
  list: APIGroupDiscoveryList,
  remotes: readonly (GroupVersion & { readonly entry: APIVersionDiscovery })[],
  order: GroupOrder,
): APIGroupDiscoveryList {
  const entries = new Map(
    (list.items ?? []).flatMap(({ metadata: { name: group = '' }, versions = [] }) =>
      versions.map((entry) => [apiVersionOf({ group, version: entry.version ?? '' }), entry]),
    ),
  )
  for (const remote of remotes) entries.set(apiVersionOf(remote), remote.entry)
  const items = [...order].map(
    ([name, versions]): APIGroupDiscovery => ({
      metadata: { name, creationTimestamp: null },
      versions: versions.flatMap((version) => entries.get(apiVersionOf(version)) ?? []),
    }),
  )
  return { ...list, items }
}
