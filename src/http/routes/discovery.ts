import type { Schema } from '#codec/protobuf/object.js'
import { apiGroup, apiGroupList, apiResourceList, apiVersions } from '#discovery/documents.js'
import { firstGroupsOf } from '#discovery/listed-resource.js'
import { groupOf, groupOrder, type RemoteVersion, withRemoteGroups } from '#discovery/remote-version.js'
import { APIGroup, APIGroupList, APIResourceList, APIVersions } from '#discovery/types.js'
import { sendValue } from '#http/response/respond.js'
import { apiVersionOf } from '#meta/resource.js'
import { groupVersionPath } from '#registry/keys.js'
import type { ServedVersion } from '#registry/kind.js'
import { once } from '#util/memoize.js'
import { withAggregation } from './aggregated-discovery.js'
import type { NegotiatedBy, Route } from './route.js'

const GROUP = { kind: 'APIGroup', apiVersion: 'v1' } as const

/** `/api`, `/apis`, and the groups and versions below them. Documents are made on first use. */
export function discoveryRoutes(
  kinds: readonly ServedVersion[],
  remotes: readonly RemoteVersion[] = [],
): Route[] {
  const core = kinds.filter(({ group }) => group === '')
  const named = kinds.filter(({ group }) => group !== '')
  const groups = membersBy(named, ({ group }) => group)
  const order = once(() => groupOrder(named, remotes))
  const remoteGroups = new Set(remotes.map(({ group }) => group))
  const listed = () => apiGroupList([...groups.values()])
  return [
    // Clients expect the aggregated format of both paths, or of neither.
    withAggregation(
      { ...document('/api', () => apiVersions(core), APIVersions), negotiatedBy: 'route' },
      core,
    ),
    withAggregation(
      {
        ...document(
          '/apis',
          () => (remotes.length === 0 ? listed() : withRemoteGroups(listed(), order())),
          APIGroupList,
        ),
        negotiatedBy: 'handler',
      },
      named,
      { versions: remotes, order },
    ),
    ...[...groups].map(
      ([group, members]): Route => ({
        ...document(
          `/apis/${group}`,
          () => ({ ...apiGroup(members), ...(remoteGroups.has(group) && groupOf(group, order())) }),
          APIGroup,
        ),
        negotiatedBy: isLegacy(members) ? undefined : 'handler',
      }),
    ),
    ...[...remoteGroups]
      .filter((group) => !groups.has(group))
      .map((group) => document(`/apis/${group}`, () => ({ ...GROUP, ...groupOf(group, order()) }), APIGroup)),
    ...resourceListRoutes(core),
    ...resourceListRoutes(named),
  ]
}

/**
 * The `Accept` header of Go clients without aggregated discovery. They merge the lists of all groups and cache the
 * result on disk, also for newer clients: `kubectl get all` would show objects once per group, and `kubectl get
 * deploy` would warn of an ambiguous name. So these clients see short names and categories only in the first group of
 * a kind, as in aggregated discovery.
 */
const GO_CLIENT = 'application/json, */*'

function resourceListRoutes(kinds: readonly ServedVersion[]): Route[] {
  const isInFirstGroup = firstGroupsOf(kinds)
  return [...membersBy(kinds, apiVersionOf).values()].map((members) => {
    const path = groupVersionPath(members[0] as ServedVersion)
    const whole: Route = {
      ...document(path, () => apiResourceList(members), APIResourceList),
      negotiatedBy: negotiatedBy(members),
    }
    if (members.every(isInFirstGroup)) return whole
    const joinable = document(path, () => apiResourceList(members, isInFirstGroup), APIResourceList)
    const respond: Route['respond'] = (context) => {
      const { request, response } = context
      response.appendHeader('Vary', 'Accept')
      return (request.headers.accept === GO_CLIENT ? joinable : whole).respond(context)
    }
    return { ...whole, respond }
  })
}

const isLegacy = (kinds: readonly ServedVersion[]) => kinds[0]?.conventions.legacyErrors === true

function negotiatedBy(kinds: readonly ServedVersion[]): NegotiatedBy | undefined {
  if (isLegacy(kinds)) return undefined
  return kinds[0]?.isCustomResource ? 'handler' : 'route'
}

/** Groups in the order of their first elements. */
function membersBy(
  kinds: readonly ServedVersion[],
  keyOf: (kind: ServedVersion) => string,
): ReadonlyMap<string, readonly ServedVersion[]> {
  const found = new Map<string, ServedVersion[]>()
  for (const kind of kinds) {
    const key = keyOf(kind)
    const members = found.get(key)
    if (members === undefined) found.set(key, [kind])
    else members.push(kind)
  }
  return found
}

function document(path: string, make: () => object, schema?: Schema): Route {
  const value = once(make)
  return { path, negotiated: true, respond: (context) => sendValue(context, 200, value(), schema) }
}

/** `/`: the list of all paths, and a page for browsers. */
export function rootRoute(routes: readonly Route[], page: Route): Route {
  return { ...document('/', () => ({ paths: routes.map(({ path }) => path).sort() })), page }
}
