import type { CachedObject } from '#cache/cached-object.js'
import type { ApiObject } from '#meta/api-object.js'
import type { ObjectMeta } from '#meta/object-meta.js'
import { apiVersionOf } from '#meta/resource.js'
import { objectPath } from './keys.js'
import type { ServedVersion } from './kind.js'

/** An object of a served version as the object that is stored; the object itself where the version is the stored one. */
export function toStored<V extends ApiObject>(version: ServedVersion<V>, object: V): ApiObject {
  const { conversion, stored } = version
  if (conversion === undefined) return object
  return named(stored.storageVersion, conversion.toStored(object))
}

/** A stored object as a served version shows it. */
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

/** The path of an object where its group says so in the object. */
export function selfLinkOf(version: ServedVersion, { namespace, name }: ObjectMeta): string | undefined {
  return version.conventions.selfLinks ? objectPath(version, namespace, name ?? '') : undefined
}

/** The value of an object in the cache, as a served version shows it. */
export function parseAs<V extends ApiObject>(version: ServedVersion<V>, object: CachedObject): V {
  if (version.form !== undefined) return version.form.read(object)
  return fromStored(version, JSON.parse(object.json.toString()) as ApiObject)
}
