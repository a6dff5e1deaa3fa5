import { apiVersionOf } from '#meta/resource.js'
import { KeyedSerializer } from '#util/async/keyed-serializer.js'
import type { ServedVersion, StoredKind } from './kind.js'
import type { KindRegistry } from './kind-registry.js'
import { ResourceStore, type StoreOptions } from './store.js'

/** The stores of one group and version, by plural. */
export type ServedResources = ReadonlyMap<string, ResourceStore>

/** The stores of all versions of all kinds that are served now. */
export class ResourceStores {
  readonly #options: StoreOptions
  readonly #isServed: (version: ServedVersion) => boolean
  /** By `group/version`, then by plural. Empty maps stay, because others may hold them. */
  readonly #groups = new Map<string, Map<string, ResourceStore>>()
  /** By apiVersion and plural, also of versions that are not served. */
  readonly #versions = new Map<string, ResourceStore>()
  /** By apiVersion and kind, as owner references name them in any version. */
  readonly #kinds = new Map<string, StoredKind>()
  readonly #stored = new Map<StoredKind, ResourceStore>()
  /** The next encoding id under each prefix. A kind that is added again must not find old encodings. */
  readonly #nextEncodingIds = new Map<string, number>()

  constructor(kinds: KindRegistry, options: StoreOptions) {
    this.#options = options
    this.#isServed = (version) => kinds.isServed(version)
    for (const kind of kinds.kinds) this.#add(kind)
    kinds.onChange(({ type, kind }) => (type === 'added' ? this.#add(kind) : this.#remove(kind)))
  }

  /** The resources under `group/version`, or `version` for the core group. Always returns the same map. */
  resources(apiVersion: string): ServedResources | undefined {
    return this.#groups.get(apiVersion)
  }

  /** The store of a version of a kind, which clients may not be able to use. */
  find(apiVersion: string, plural: string): ResourceStore | undefined {
    return this.#versions.get(keyOf(apiVersion, plural))
  }

  /** The store of a kind in the version that is stored. */
  ofKind(kind: StoredKind): ResourceStore | undefined {
    return this.#stored.get(kind)
  }

  /** The same for the kind of an owner reference, in any of its versions. */
  ofReference(apiVersion: string, kind: string): ResourceStore | undefined {
    const named = this.#kinds.get(keyOf(apiVersion, kind))
    return named && this.#stored.get(named)
  }

  #add(kind: StoredKind): void {
    const shared = { mutex: new KeyedSerializer(), nextEncodingId: () => this.#nextEncodingId(kind.prefix) }
    for (const version of kind.versions) {
      const store = new ResourceStore(version, this.#options, shared)
      const apiVersion = apiVersionOf(version)
      this.#versions.set(keyOf(apiVersion, version.plural), store)
      if (this.#isServed(version)) this.#serve(apiVersion, version.plural, store)
      this.#kinds.set(keyOf(apiVersion, version.kind), kind)
      if (version === kind.storageVersion) this.#stored.set(kind, store)
    }
  }

  #serve(apiVersion: string, plural: string, store: ResourceStore): void {
    const resources = this.#groups.get(apiVersion) ?? new Map<string, ResourceStore>()
    resources.set(plural, store)
    this.#groups.set(apiVersion, resources)
  }

  #nextEncodingId(prefix: string): number {
    const id = this.#nextEncodingIds.get(prefix) ?? 0
    this.#nextEncodingIds.set(prefix, id + 1)
    return id
  }

  #remove(kind: StoredKind): void {
    this.#stored.delete(kind)
    for (const version of kind.versions) {
      const apiVersion = apiVersionOf(version)
      this.#versions.delete(keyOf(apiVersion, version.plural))
      this.#kinds.delete(keyOf(apiVersion, version.kind))
      this.#groups.get(apiVersion)?.delete(version.plural)
    }
  }
}

const keyOf = (apiVersion: string, name: string) => `${apiVersion} ${name}`
