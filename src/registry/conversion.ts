import type { CachedObject } from '#cache/cached-object.js'
import type { ApiObject, ObjectMeta } from '#meta/object-meta.js'
import { apiVersionOf } from '#meta/resource.js'
import { semanticEqual } from '#schema/equal.js'
import { objectPath } from './keys.js'
import type { ServedVersion } from './kind.js'

/** Converts an object of a served version to the stored version; returns the object itself if it already is. */
export function toStored<V extends ApiObject>(version: ServedVersion<V>, object: V): ApiObject {
  const { conversion, stored } = version
  if (conversion === undefined) return object
  return named(stored.storageVersion, conversion.toStored(object))
}

/** Converts a stored object to a served version. */
export function fromStored<V extends ApiObject>(version: ServedVersion<V>, object: ApiObject): V {
  const { conversion } = version
  return conversion === undefined ? (object as V) : named(version, conversion.fromStored(object))
}

function named<V extends ApiObject>(version: ServedVersion<V>, object: V): V {
  const { metadata } = object
  object.kind = version.kind
  object.apiVersion = apiVersionOf(version)
  const selfLink = selfLinkOf(version, metadata)
  if (selfLink !== metadata.selfLink) object.metadata = { ...metadata, selfLink }
  return object
}

/** The `selfLink` of an object, if its group has one. */
export function selfLinkOf(version: ServedVersion, { namespace, name }: ObjectMeta): string | undefined {
  return version.conventions.selfLink ? objectPath(version, namespace, name ?? '') : undefined
}

/** The value of an object in the cache, as a served version shows it. */
export function parseAs<V extends ApiObject>(version: ServedVersion<V>, object: CachedObject): V {
  if (version.codec !== undefined) return version.codec.read(object)
  return fromStored(version, JSON.parse(object.json.toString()) as ApiObject)
}

/** Whether two objects of a version are semantically equal. */
export function isSameObject({ codec, schema }: ServedVersion, left: ApiObject, right: ApiObject): boolean {
  return codec === undefined ? semanticEqual(schema, left, right) : codec.isSame(left, right)
}
