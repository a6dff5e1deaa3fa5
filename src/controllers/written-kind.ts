import type { ResourceStore } from '#registry/store.js'
import type { ResourceStores } from '#registry/stores.js'

/** A kind in the version in which a controller reads and writes its objects. */
export interface WrittenKind {
  readonly apiVersion: string
  readonly kind: string
  readonly plural: string
}

/** The store of a kind in the version in which controllers write it. All of these are always served. */
export function storeOf(stores: ResourceStores, { apiVersion, plural }: WrittenKind): ResourceStore {
  const store = stores.resources(apiVersion)?.get(plural)
  if (store === undefined) throw new Error(`${plural} of ${apiVersion} are not served`)
  return store
}
