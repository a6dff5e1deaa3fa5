import type { CachedObject } from '#cache/cached-object.js'
import { storeOf } from '#controllers/controller.js'
import { apiVersionOf } from '#meta/resource.js'
import type { ServedVersion } from '#registry/kind.js'
import type { ResourceStore } from '#registry/store.js'
import type { ResourceStores } from '#registry/stores.js'

/** The store of a version. It must be served. */
export const storeOfVersion = (stores: ResourceStores, version: ServedVersion): ResourceStore =>
  storeOf(stores, { apiVersion: apiVersionOf(version), kind: version.kind, plural: version.plural })

/** An object as a client of the store's version receives it. */
export async function servedObject<T>(
  { serializers }: Pick<ResourceStore, 'serializers'>,
  object: CachedObject,
): Promise<T> {
  await serializers.prepare([object])
  return JSON.parse(serializers.json.object(object).toString()) as T
}
