import type { Schema } from '../../codec/protobuf/object.js'
import {
  apiGroup,
  apiGroupList,
  apiResourceList,
  apiVersions,
  groupVersions,
} from '../../discovery/documents.js'
import type { ListedResource } from '../../discovery/listed-resource.js'
import { namespaces } from '../../discovery/namespaces.js'
import { APIGroup, APIGroupList, APIResourceList, APIVersions } from '../../discovery/types.js'
import { apiVersionOf } from '../../meta/resource.js'
import type { ServedVersion } from '../../registry/kind.js'
import { sendValue } from '../respond.js'
import { withAggregation } from './aggregated-discovery.js'
import type { Route } from './route.js'

/** The group without a name. */
const core: readonly ListedResource[] = [namespaces]

/** `/api`, `/apis` and what is below them down to the list of resources. */
export function discoveryRoutes(kinds: readonly ServedVersion[]): Route[] {
  const versions = groupVersions(kinds)
  const groups = [...new Set(versions.map(({ group }) => group))]
  return [
    // Clients expect both to have the aggregated form, or neither.
    withAggregation(document('/api', apiVersions(core), APIVersions), core),
    ...groupVersions(core).map((version) =>
      document(`/api/${apiVersionOf(version)}`, apiResourceList(core, version), APIResourceList),
    ),
    withAggregation(document('/apis', apiGroupList(kinds), APIGroupList), kinds),
    ...groups.map((group) => document(`/apis/${group}`, apiGroup(kinds, group), APIGroup)),
    ...versions.map((version) =>
      document(`/apis/${apiVersionOf(version)}`, apiResourceList(kinds, version), APIResourceList),
    ),
  ]
}

const document = (path: string, value: object, schema?: Schema): Route => ({
  path,
  negotiated: true,
  answer: (exchange) => sendValue(exchange, 200, value, schema),
})

/** `/`: every path that answers. */
export function rootRoute(routes: readonly Route[]): Route {
  return document('/', { paths: routes.map(({ path }) => path).sort() })
}
