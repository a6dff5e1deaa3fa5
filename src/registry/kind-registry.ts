import { apiVersionOf } from '#meta/resource.js'
import { byPriority } from '#meta/version-priority.js'
import type { ServedVersion, StoredKind } from './kind.js'

/** What has become of a kind. A kind that changes is removed and added again. */
export type KindListener = (change: { readonly type: 'added' | 'removed'; readonly kind: StoredKind }) => void

/** What no two kinds have in common. */
function namesOf(version: ServedVersion): [string, string] {
  const apiVersion = apiVersionOf(version)
  return [`${apiVersion}/${version.plural}`, `${apiVersion} ${version.kind}`]
}

/** Groups of defined kinds come by name, and their versions as clients prefer them. */
function inGroups(left: ServedVersion, right: ServedVersion): number {
  if (left.form === undefined || right.form === undefined) return 0
  if (left.group !== right.group) return left.group < right.group ? -1 : 1
  return byPriority(left.version, right.version)
}

/**
 * The kinds that the server serves now. The router, discovery, the change feed and the controllers learn of kinds from
 * here alone: built-in ones are added at the start, others may come and go while the server runs.
 */
export class KindRegistry {
  readonly #kinds = new Map<string, StoredKind>()
  /** The plurals and kinds that there are, by the group and version that they are in. */
  readonly #taken = new Set<string>()
  readonly #listeners = new Set<KindListener>()
  #generation = 0

  constructor(kinds: readonly StoredKind[] = []) {
    for (const kind of kinds) this.add(kind)
  }

  /** Counts the changes of the set of kinds: documents that depend on it are made anew when it has changed. */
  get generation(): number {
    return this.#generation
  }

  /** In the order in which they were added. */
  get kinds(): readonly StoredKind[] {
    return [...this.#kinds.values()]
  }

  /** All versions of all kinds. */
  get versions(): readonly ServedVersion[] {
    return this.kinds.flatMap(({ versions }) => versions)
  }

  /** Those that discovery and OpenAPI list, by the rank of their groups and then as they were added. */
  get discoverableVersions(): readonly ServedVersion[] {
    return this.versions
      .filter(({ discoverable }) => discoverable)
      .sort((left, right) => left.discoveryRank - right.discoveryRank || inGroups(left, right))
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

  /** A path, and a kind that an owner reference names, lead to one kind. */
  #expectFree(version: ServedVersion): void {
    if (!namesOf(version).some((name) => this.#taken.has(name))) return
    const { plural, kind } = version
    throw new Error(`${apiVersionOf(version)} has ${plural}, or the kind ${kind}, already`)
  }

  /** Its objects stay where they are; they are neither served nor followed any longer. */
  remove(kind: StoredKind): void {
    if (this.#kinds.get(kind.prefix) !== kind) return
    this.#kinds.delete(kind.prefix)
    for (const name of kind.versions.flatMap(namesOf)) this.#taken.delete(name)
    this.#notify('removed', kind)
  }

  /** The listener receives every change, until the function that this returns is called. */
  onChange(listener: KindListener): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  #notify(type: 'added' | 'removed', kind: StoredKind): void {
    this.#generation++
    for (const listener of this.#listeners) listener({ type, kind })
  }
}
