import type { CachedObject } from '#cache/cached-object.js'
import { apiVersionOf } from '#meta/resource.js'
import type { ServedVersion } from '#registry/kind.js'
import type { ResourceStore } from '#registry/store.js'
import type { ResourceStores } from '#registry/stores.js'

/** The store of a served version. */
export function storeOf(stores: ResourceStores, version: ServedVersion): ResourceStore {
  const store = stores.resources(apiVersionOf(version))?.get(version.plural)
  if (store === undefined) throw new TypeError(`${version.plural} of ${apiVersionOf(version)} are not served`)
  return store
}

/** An object as a client of the store's version receives it. */
export async function servedObject<T>(
  { serializers }: Pick<ResourceStore, 'serializers'>,
  object: CachedObject,
): Promise<T> {
  await serializers.prepare([object])
  return JSON.parse(serializers.json.object(object).toString()) as T
}
