import type { Schema } from '../../codec/protobuf/object.js'
import { apiGroup, apiGroupList, apiResourceList, apiVersions } from '../../discovery/documents.js'
import { APIGroup, APIGroupList, APIResourceList, APIVersions } from '../../discovery/types.js'
import { apiVersionOf } from '../../meta/resource.js'
import { groupVersionPath } from '../../registry/keys.js'
import type { ServedVersion } from '../../registry/kind.js'
import { once } from '../../util/once.js'
import { sendValue } from '../respond.js'
import { withAggregation } from './aggregated-discovery.js'
import type { Route } from './route.js'

/** `/api`, `/apis` and what is below them down to the list of resources. Documents are made when they are first asked for. */
export function discoveryRoutes(kinds: readonly ServedVersion[]): Route[] {
  const core = kinds.filter(({ group }) => group === '')
  const named = kinds.filter(({ group }) => group !== '')
  const groups = membersBy(named, ({ group }) => group)
  return [
    // Clients expect both to have the aggregated form, or neither.
    withAggregation(
      document('/api', () => apiVersions(core), APIVersions),
      core,
    ),
    withAggregation(
      document('/apis', () => apiGroupList([...groups.values()]), APIGroupList),
      named,
    ),
    ...[...groups].map(([group, members]) => document(`/apis/${group}`, () => apiGroup(members), APIGroup)),
    ...[...membersBy(kinds, apiVersionOf).values()].map((members) =>
      document(
        groupVersionPath(members[0] as ServedVersion),
        () => apiResourceList(members),
        APIResourceList,
      ),
    ),
  ]
}

/** In the order of their first members. */
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
  return { path, negotiated: true, answer: (context) => sendValue(context, 200, value(), schema) }
}

/** `/`: every path that answers. */
export function rootRoute(routes: readonly Route[]): Route {
  return document('/', () => ({ paths: routes.map(({ path }) => path).sort() }))
}
