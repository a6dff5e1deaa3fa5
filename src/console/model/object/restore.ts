import type { ApiObject } from '../api/object.js'

/** An old version as a change of the current object: what the server keeps itself stays. */
export function restoredObject(old: ApiObject, current: ApiObject): ApiObject {
  const { labels: _, annotations: __, ...metadata } = current.metadata
  const { labels, annotations } = old.metadata
  const { status: ___, ...fields } = old
  return {
    ...fields,
    metadata: { ...metadata, ...(labels && { labels }), ...(annotations && { annotations }) },
    ...('status' in current && { status: current.status }),
  }
}

/** The object without numbers that change with every write, for differences. */
export function withoutCounters(object: ApiObject): ApiObject {
  const { resourceVersion: _, generation: __, ...metadata } = object.metadata
  return { ...object, metadata }
}
