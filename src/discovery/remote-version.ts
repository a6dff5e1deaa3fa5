import { apiVersionOf, type GroupVersion } from '#meta/resource.js'
import type { APIGroupDiscovery, APIGroupDiscoveryList, APIVersionDiscovery } from './aggregated-types.js'
import type { OpenApiContent } from './openapi/model.js'
import type { APIGroup, APIGroupList } from './types.js'

/** A version of a group that another server serves. */
export interface RemoteVersion extends GroupVersion {
  /** The same object as long as the other server says the same. Stale if it cannot be reached. */
  discovery(): Promise<APIVersionDiscovery>
  /** The URL of its OpenAPI v3 document at this server; undefined if there is none. */
  openApiV3(): Promise<string | undefined>
  /** The same object as long as the other server says the same; undefined without a document. */
  openApiV2(): Promise<OpenApiContent | undefined>
}

/** Adds versions to their groups, and then the groups that only other servers serve. */
export function withRemoteGroups(list: APIGroupList, remotes: readonly RemoteVersion[]): APIGroupList {
  const groups = list.groups ?? []
  const names = groups.map(({ name }) => name)
  const own = groups.map((group) => withRemoteVersions(group, remotes))
  const others = [...new Set(remotes.map(({ group }) => group))].filter((group) => !names.includes(group))
  return { ...list, groups: [...own, ...others.map((group) => remoteGroup(group, remotes))] }
}

/** A group that only other servers serve. `kind` and `apiVersion` are left out, as inside of a list. */
export function remoteGroup(name: string, remotes: readonly RemoteVersion[]): APIGroup {
  const versions = remotes.filter(({ group }) => group === name).map(namesOf)
  const [preferredVersion] = versions
  if (preferredVersion === undefined) throw new Error('a group has no versions')
  return { name, versions, preferredVersion }
}

/** Adds versions to a group. */
export function withRemoteVersions(group: APIGroup, remotes: readonly RemoteVersion[]): APIGroup {
  const own = group.versions ?? []
  const known = new Set(own.map(({ version }) => version))
  const added = remotes.filter((remote) => remote.group === group.name && !known.has(remote.version))
  return added.length === 0 ? group : { ...group, versions: [...own, ...added.map(namesOf)] }
}

/** Adds entries to aggregated discovery, as `withRemoteGroups` does to the plain list. */
export function withRemoteEntries(
  list: APIGroupDiscoveryList,
  remotes: readonly (GroupVersion & { readonly entry: APIVersionDiscovery })[],
): APIGroupDiscoveryList {
  const items = new Map<string, APIGroupDiscovery>(
    list.items?.map((item) => [item.metadata.name ?? '', item]),
  )
  for (const { group, version, entry } of remotes) {
    const { metadata, versions = [] } = items.get(group) ?? {
      metadata: { name: group, creationTimestamp: null },
    }
    const others = versions.filter((known) => known.version !== version)
    items.set(group, { metadata, versions: [...others, entry] })
  }
  return { ...list, items: [...items.values()] }
}

const namesOf = ({ group, version }: GroupVersion) => ({
  groupVersion: apiVersionOf({ group, version }),
  version,
})
