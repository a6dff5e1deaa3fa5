import { apiVersionOf, compareVersionPriority } from '#meta/resource.js'
import type { ServedVersion, StoredKind } from './kind.js'

/** Receives additions and removals. A kind that changes is removed and added again. */
export type KindObserver = (change: { readonly type: 'added' | 'removed'; readonly kind: StoredKind }) => void

const isServedByDefault = ({ served }: ServedVersion) => served

/** The names that must be unique among kinds. */
function namesOf(version: ServedVersion): [string, string] {
  const apiVersion = apiVersionOf(version)
  return [`${apiVersion}/${version.plural}`, `${apiVersion} ${version.kind}`]
}

/** Sorts the groups of custom resources by name, and their versions by priority. */
function inGroups(left: ServedVersion, right: ServedVersion): number {
  if (!left.isCustomResource || !right.isCustomResource) return 0
  if (left.group !== right.group) return left.group < right.group ? -1 : 1
  return compareVersionPriority(left.version, right.version)
}

/**
 * The kinds that are served now. Built-in kinds are added at the start, custom resources come and go. The router,
 * discovery, the change feed and the controllers learn of kinds only here.
 */
export class KindRegistry {
  readonly #kinds = new Map<string, StoredKind>()
  /** The plurals and kinds in use, with their group and version. */
  readonly #taken = new Set<string>()
  readonly #listeners = new Set<KindObserver>()
  readonly #isServed: (version: ServedVersion) => boolean
  #generation = 0

  /** `isServed` decides whether a version is served; by default its description does. */
  constructor(kinds: readonly StoredKind[] = [], isServed = isServedByDefault) {
    this.#isServed = isServed
    for (const kind of kinds) this.add(kind)
  }

  /** Counts changes of the set of kinds, so that documents which depend on it can be rebuilt. */
  get generation(): number {
    return this.#generation
  }

  /** In the order in which they were added. */
  get kinds(): readonly StoredKind[] {
    return [...this.#kinds.values()]
  }

  /** All versions of all kinds, also those that are only stored. */
  get versions(): readonly ServedVersion[] {
    return this.kinds.flatMap(({ versions }) => versions)
  }

  /** Those that are served. */
  get servedVersions(): readonly ServedVersion[] {
    return this.versions.filter(this.#isServed)
  }

  /** Those that discovery and OpenAPI list, by the rank of their groups and then as they were added. */
  get discoverableVersions(): readonly ServedVersion[] {
    return this.versions
      .filter((version) => this.isDiscoverable(version))
      .sort((left, right) => left.discoveryRank - right.discoveryRank || inGroups(left, right))
  }

  /** Whether clients can use the version. Otherwise only the server itself reads and writes its objects. */
  isServed(version: ServedVersion): boolean {
    return this.#isServed(version)
  }

  /** Whether discovery and OpenAPI list the version. */
  isDiscoverable(version: ServedVersion): boolean {
    return version.discoverable && this.#isServed(version)
  }

  /** The kind whose keys begin with a prefix. */
  storedUnder(prefix: string): StoredKind | undefined {
    return this.#kinds.get(prefix)
  }

  add(kind: StoredKind): void {
    if (this.#kinds.has(kind.prefix)) throw new Error(`there is a kind under ${kind.prefix} already`)
    for (const version of kind.versions) this.#expectFree(version)
    for (const name of kind.versions.flatMap(namesOf)) this.#taken.add(name)
    this.#kinds.set(kind.prefix, kind)
    this.#notify('added', kind)
  }

  /** A path and an owner reference must each identify one kind. */
  #expectFree(version: ServedVersion): void {
    if (!namesOf(version).some((name) => this.#taken.has(name))) return
    const { plural, kind } = version
    throw new Error(`${apiVersionOf(version)} has ${plural}, or the kind ${kind}, already`)
  }

  /** Its objects stay in the store, but are no longer served or followed. */
  remove(kind: StoredKind): void {
    if (this.#kinds.get(kind.prefix) !== kind) return
    this.#kinds.delete(kind.prefix)
    for (const name of kind.versions.flatMap(namesOf)) this.#taken.delete(name)
    this.#notify('removed', kind)
  }

  /** Calls the listener with each change. Returns a function that stops it. */
  onChange(listener: KindObserver): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  #notify(type: 'added' | 'removed', kind: StoredKind): void {
    this.#generation++
    for (const listener of this.#listeners) listener({ type, kind })
  }
}
