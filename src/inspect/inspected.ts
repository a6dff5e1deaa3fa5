import type { GarbageCollector } from '#controllers/garbage-collector.js'
import { apiVersionOf } from '#meta/resource.js'
import type { User } from '#meta/user.js'
import type { ServerInfo } from '#protocol/server.js'
import type { Authorize } from '#registry/authorize.js'
import type { ChangeFeed } from '#registry/change-feed.js'
import type { ServedVersion, StoredKind } from '#registry/kind.js'
import type { KindRegistry } from '#registry/kind-registry.js'
import type { ResourceStore } from '#registry/store.js'
import type { ResourceStores } from '#registry/stores.js'
import type { Storage } from '#storage/contract.js'
import type { Clock } from '#util/clock.js'

/** What the reads of this folder need of a server. */
export interface Inspected {
  readonly kinds: KindRegistry
  readonly stores: ResourceStores
  readonly feed: ChangeFeed
  readonly storage: Storage
  readonly collector: GarbageCollector
  readonly authorize: Authorize
  readonly clock: Clock
  readonly historyWindowMs: number
  readonly server: Pick<ServerInfo, 'version' | 'storage'> & {
    /** Milliseconds since 1970. */
    readonly startedAt: number
  }
}

/** The store of the version of a kind that clients prefer; undefined if the kind is not served. */
export class PreferredStores {
  readonly #inspected: Pick<Inspected, 'kinds' | 'stores'>
  #stores: ReadonlyMap<StoredKind, ResourceStore> = new Map()
  #generation: number | undefined

  constructor(inspected: Pick<Inspected, 'kinds' | 'stores'>) {
    this.#inspected = inspected
  }

  of(kind: StoredKind): ResourceStore | undefined {
    const { kinds } = this.#inspected
    if (kinds.generation !== this.#generation) {
      this.#stores = this.#find()
      this.#generation = kinds.generation
    }
    return this.#stores.get(kind)
  }

  #find(): ReadonlyMap<StoredKind, ResourceStore> {
    const { kinds, stores } = this.#inspected
    const found = new Map<StoredKind, ResourceStore>()
    const hidden = kinds.servedVersions.filter((version) => !kinds.isDiscoverable(version))
    for (const version of [...kinds.discoverableVersions, ...hidden]) {
      if (found.has(version.stored)) continue
      const store = stores.resources(apiVersionOf(version))?.get(version.plural)
      if (store !== undefined) found.set(version.stored, store)
    }
    return found
  }
}

/** Whether a user may read objects of a kind. Asks once for each namespace of a kind. */
export class ReadRights {
  readonly #authorize: Authorize
  readonly #user: User
  readonly #verb: 'get' | 'list'
  readonly #known = new Map<ServedVersion, Map<string, boolean>>()

  constructor(authorize: Authorize, user: User, verb: 'get' | 'list') {
    this.#authorize = authorize
    this.#user = user
    this.#verb = verb
  }

  /** `namespace` is empty for cluster-scoped objects. */
  async has(version: ServedVersion, namespace: string): Promise<boolean> {
    const known = this.#known.get(version) ?? new Map<string, boolean>()
    this.#known.set(version, known)
    const decided = known.get(namespace) ?? (await this.#ask(version, namespace))
    known.set(namespace, decided)
    return decided
  }

  async #ask({ group, plural }: ServedVersion, namespace: string): Promise<boolean> {
    const resource = {
      group,
      plural,
      subresource: undefined,
      namespace: namespace === '' ? undefined : namespace,
      name: undefined,
    }
    const { allowed } = await this.#authorize(this.#user, { verb: this.#verb, path: '', resource })
    return allowed
  }
}
