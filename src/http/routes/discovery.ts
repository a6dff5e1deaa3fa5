import type { Schema } from '../../codec/protobuf/object.js'
import {
  apiGroup,
  apiGroupList,
  apiResourceList,
  apiVersions,
  groupVersions,
} from '../../discovery/documents.js'
import { APIGroup, APIGroupList, APIResourceList, APIVersions } from '../../discovery/types.js'
import { groupVersionPath } from '../../registry/keys.js'
import type { ServedVersion } from '../../registry/kind.js'
import { sendValue } from '../respond.js'
import { withAggregation } from './aggregated-discovery.js'
import type { Route } from './route.js'

/** `/api`, `/apis` and what is below them down to the list of resources. */
export function discoveryRoutes(kinds: readonly ServedVersion[]): Route[] {
  const core = kinds.filter(({ group }) => group === '')
  const named = kinds.filter(({ group }) => group !== '')
  const groups = [...new Set(named.map(({ group }) => group))]
  return [
    // Clients expect both to have the aggregated form, or neither.
    withAggregation(document('/api', apiVersions(core), APIVersions), core),
    withAggregation(document('/apis', apiGroupList(named), APIGroupList), named),
    ...groups.map((group) => document(`/apis/${group}`, apiGroup(named, group), APIGroup)),
    ...[core, named].flatMap((resources) =>
      groupVersions(resources).map((version) =>
        document(groupVersionPath(version), apiResourceList(resources, version), APIResourceList),
      ),
    ),
  ]
}

const document = (path: string, value: object, schema?: Schema): Route => ({
  path,
  negotiated: true,
  answer: (context) => sendValue(context, 200, value, schema),
})

/** `/`: every path that answers. */
export function rootRoute(routes: readonly Route[]): Route {
  return document('/', { paths: routes.map(({ path }) => path).sort() })
}
