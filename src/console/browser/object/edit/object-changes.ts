import type { ApiObject } from '#console/model/api/object.js'
import { changedPaths } from '#console/model/object/merge-changes.js'
import type { FieldPath } from '#console/model/object/yaml-text.js'

/** A replacement without managed fields keeps those of the server. */
export function withoutManagers({ metadata, ...object }: ApiObject): ApiObject {
  const { managedFields: _, ...shown } = metadata
  return { ...object, metadata: shown }
}

const BY_SERVER = new Set(['resourceVersion', 'managedFields', 'generation'])

/** The fields that somebody else has changed; without those that the server keeps itself, and the status. */
export const changesByOthers = (before: ApiObject, after: ApiObject): FieldPath[] =>
  changedPaths(before, after).filter(
    ([first, second]) => first !== 'status' && !(first === 'metadata' && BY_SERVER.has(String(second))),
  )

/** The manager that wrote last; undefined if the object does not tell. */
export const lastManager = ({ metadata }: ApiObject): string | undefined =>
  metadata.managedFields?.toSorted((one, other) => ((one.time ?? '') < (other.time ?? '') ? 1 : -1))[0]
    ?.manager
