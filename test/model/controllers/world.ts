import { EncodingCache } from '#cache/encoding-cache.js'
import { ObjectCache } from '#cache/object-cache.js'
import { alwaysLeading, type Leadership } from '#controllers/controller.js'
import { GarbageCollector } from '#controllers/garbage-collector.js'
import { kinds } from '#kinds/index.js'
import type { ObjectMeta, OwnerReference } from '#meta/object-meta.js'
import { SERVER } from '#meta/user.js'
import { type Logger, silentLogger } from '#observe/logger.js'
import { ChangeFeed } from '#registry/change-feed.js'
import { objectKey } from '#registry/keys.js'
import { KindRegistry } from '#registry/kind-registry.js'
import type { ResourceStore } from '#registry/store.js'
import { ResourceStores } from '#registry/stores.js'
import type { PropagationPolicy } from '#registry/write/deletion.js'
import type { Storage } from '#storage/contract.js'
import { openMemoryStorage } from '#storage/memory/storage.js'
import { cluster, daemonSet, deployment, ingress, replicaSet } from '#test/support/objects.js'
import { systemClock } from '#util/clock.js'
import { systemRandom } from '#util/random.js'

const MAKERS = {
  Cluster: cluster,
  DaemonSet: daemonSet,
  Deployment: deployment,
  Ingress: ingress,
  ReplicaSet: replicaSet,
}
export type Kind = keyof typeof MAKERS

/** One object, even after it was deleted. */
export interface Thing {
  readonly kind: Kind
  readonly name: string
  /** Undefined for clusters. */
  readonly namespace: string | undefined
  readonly uid: string
}

export interface Wishes {
  readonly namespace?: string
  readonly owners?: readonly OwnerReference[]
  readonly finalizers?: readonly string[]
}

interface WorldOptions {
  readonly storage?: Storage
  readonly leadership?: Leadership
  readonly logger?: Logger
}

/** The parts of a server without HTTP: a storage, the stores of all kinds, a garbage collector. */
export class World {
  readonly storage: Storage
  readonly feed: ChangeFeed
  readonly collector: GarbageCollector
  readonly #cache: ObjectCache
  readonly #stores: ResourceStores

  static async open({
    storage = openMemoryStorage(),
    leadership = alwaysLeading,
    logger = silentLogger,
  }: WorldOptions = {}): Promise<World> {
    return new World(storage, await ObjectCache.open(storage), leadership, logger)
  }

  private constructor(storage: Storage, cache: ObjectCache, leadership: Leadership, logger: Logger) {
    const tokens = () => Promise.reject(new Error('nothing is listed in chunks here'))
    const registry = new KindRegistry(kinds)
    const stores = new ResourceStores(registry, {
      storage,
      cache,
      encodings: new EncodingCache(),
      tokens,
      clock: systemClock,
      random: systemRandom,
    })
    this.storage = storage
    this.#cache = cache
    this.#stores = stores
    this.feed = new ChangeFeed(cache, registry)
    this.collector = new GarbageCollector(
      {
        kinds: registry,
        stores,
        feed: this.feed,
        leadership,
        logger,
        clock: systemClock,
        random: systemRandom,
      },
      0,
    )
    this.collector.start()
  }

  async create(kind: Kind, name: string, wishes: Wishes = {}): Promise<Thing> {
    const body = MAKERS[kind](name)
    body.metadata.ownerReferences = wishes.owners
    body.metadata.finalizers = wishes.finalizers
    const namespace = kind === 'Cluster' ? undefined : (wishes.namespace ?? 'test')
    const { uid = '' } = (await this.#store(kind).writer.create(namespace, body)).metadata()
    return { kind, name, namespace, uid }
  }

  async delete({ kind, namespace, name }: Thing, policy?: PropagationPolicy): Promise<void> {
    const request = {
      uid: undefined,
      resourceVersion: undefined,
      policy,
      gracePeriodSeconds: undefined,
      dryRun: false,
      user: SERVER,
    }
    await this.#store(kind).writer.delete(namespace, name, request)
  }

  async edit({ kind, namespace, name }: Thing, change: (metadata: ObjectMeta) => void): Promise<void> {
    await this.#store(kind).writer.modify(namespace, name, {
      retry: true,
      next: (current) => {
        const object = current.copy()
        change(object.metadata)
        return object
      },
    })
  }

  /** The metadata of this object, not of a later one with the same name. */
  find({ kind, namespace, name, uid }: Thing): ObjectMeta | undefined {
    const metadata = this.feed
      .find(objectKey(this.#store(kind).definition.stored, namespace, name))
      ?.metadata()
    return metadata?.uid === uid ? metadata : undefined
  }

  has(thing: Thing): boolean {
    return this.find(thing) !== undefined
  }

  /** The names of the owners of an object. */
  owners(thing: Thing): string[] {
    return (this.find(thing)?.ownerReferences ?? []).map(({ name }) => name)
  }

  /** The number of objects. */
  get size(): number {
    return this.#cache.size
  }

  settled(): Promise<void> {
    return this.collector.settled()
  }

  /** Closes everything at once, which interrupts the collector. */
  async close(): Promise<void> {
    const closed = this.collector.close()
    await this.storage.close()
    await closed
    // Last, because writers wait until the cache has their writes.
    this.#cache.close()
  }

  #store(kind: Kind): ResourceStore {
    const { storageVersion } = kinds.find(({ storageVersion }) => storageVersion.kind === kind) ?? {}
    const store = storageVersion && this.#stores.ofKind(storageVersion.stored)
    if (store === undefined) throw new Error(`${kind} is not served`)
    return store
  }
}

/** A reference to an owner. */
export function to(
  { kind, name, uid }: Omit<Thing, 'namespace'>,
  blockOwnerDeletion?: boolean,
): OwnerReference {
  const apiVersion = kind === 'Cluster' ? 'federation/v1beta1' : 'extensions/v1beta1'
  return { apiVersion, kind, name, uid, controller: undefined, blockOwnerDeletion }
}

export const blocking = (owner: Thing) => to(owner, true)

/** A reference to an owner that never existed. */
export const toAbsent = () =>
  to({ kind: 'Deployment', name: 'absent', uid: '11111111-2222-3333-4444-555555555555' })

/** A reference to an object of a kind that is not served. */
export const toStranger = (): OwnerReference => ({
  ...toAbsent(),
  apiVersion: 'example.com/v1',
  kind: 'Thing',
  name: 'stranger',
})

/** A finalizer of another controller, which holds an object until it is removed. */
export const HOLD = 'example.com/hold'

export function letGo(metadata: ObjectMeta): void {
  metadata.finalizers = metadata.finalizers?.filter((finalizer) => finalizer !== HOLD)
}
