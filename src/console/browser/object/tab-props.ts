import type { ApiObject } from '#console/model/api/object.js'
import type { Resource } from '#console/model/api/resource.js'

/** What the component of a tab gets. */
export interface TabProps {
  readonly resource: Resource
  readonly object: ApiObject
}
