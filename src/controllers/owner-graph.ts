import type { ObjectMeta, OwnerReference } from '#meta/object-meta.js'
import type { ChangeFeed, ObjectChange } from '#registry/change-feed.js'
import { objectKey } from '#registry/keys.js'
import type { StoredKind } from '#registry/kind.js'
import type { CachedObject, ResourceStore } from '#registry/store.js'
import type { ResourceStores } from '#registry/stores.js'
import { GraphNode, type OwnerLink } from './graph-node.js'

/** Notified of nodes that may need an action. */
export interface GraphListener {
  wake(node: GraphNode): void
  /** These nodes come before later ones. The iterable may change meanwhile. */
  wakeAll(nodes: Iterable<GraphNode>): void
}

/**
 * The owners and dependents of objects, built from all changes. Holds only objects that have owners, are owned,
 * or are being deleted; changes of others cost almost nothing.
 *
 * A reference resolves to the object with its kind, name and uid, in the namespace of the dependent or
 * cluster-scoped. The cache may be ahead of the changes that the graph has received, never behind.
 */
export class OwnerGraph {
  readonly #stores: ResourceStores
  readonly #feed: ChangeFeed
  readonly #listener: GraphListener
  readonly #nodes = new Map<string, GraphNode>()

  constructor(stores: ResourceStores, feed: ChangeFeed, listener: GraphListener) {
    this.#stores = stores
    this.#feed = feed
    this.#listener = listener
  }

  /** Reads all objects. */
  fill(): void {
    for (const { kind, object } of this.#feed.current()) this.#put(kind, object)
  }

  /** Adds the objects of a newly served kind, and resolves references to them. */
  addKind(kind: StoredKind): void {
    for (const object of this.#feed.objectsOf(kind)) this.#put(kind, object)
    this.#relinkAll(({ owner }) => owner === 'unserved')
  }

  /** Removes a kind that is no longer served. Its objects are not collected. */
  removeKind({ prefix }: StoredKind): void {
    const removed = new Set<GraphNode>()
    for (const [key, node] of this.#nodes) {
      if (!key.startsWith(prefix)) continue
      this.#nodes.delete(key)
      const { owners } = node
      node.phase = 'gone'
      node.relink([])
      removed.add(node)
      this.#wakeOwners(owners)
    }
    // Their dependents have an unserved owner, not an absent one.
    this.#relinkAll(({ owner }) => owner instanceof GraphNode && removed.has(owner))
  }

  nodes(): Iterable<GraphNode> {
    return this.#nodes.values()
  }

  /** The objects that refer to the object as their owner. */
  dependentsOf(key: string): readonly GraphNode[] {
    return [...(this.#nodes.get(key)?.dependents() ?? [])]
  }

  /** Resolves absent owners again: see `OwnerLink`. */
  findAbsentOwners(): void {
    this.#relinkAll(({ owner }) => owner === 'absent')
  }

  /** Resolves the owners of all objects with a matching link again. */
  #relinkAll(isConcerned: (link: OwnerLink) => boolean): void {
    for (const [key, node] of [...this.#nodes]) {
      if (!node.owners.some(isConcerned)) continue
      const object = this.#feed.find(key)
      if (object !== undefined) this.#update(node, object, object.metadata())
    }
  }

  apply({ kind, before, after }: ObjectChange): void {
    if (after !== undefined) this.#put(kind, after)
    else if (before !== undefined) this.#remove(before.key)
  }

  #put(kind: StoredKind, object: CachedObject): void {
    let node = this.#nodes.get(object.key)
    if (node === undefined && !object.mayBeOwnedOrDeleted) return
    const store = this.#stores.ofKind(kind)
    if (store === undefined) return
    const metadata = object.metadata()
    node ??= this.#add(store, object, metadata)
    this.#update(node, object, metadata)
  }

  /** A new node is living and without owners until the graph receives its change. */
  #add(store: ResourceStore, object: CachedObject, { uid = '' }: ObjectMeta): GraphNode {
    const { key, namespace, name, revision } = object
    const node = new GraphNode({ store, namespace, name }, uid, revision)
    this.#nodes.set(key, node)
    return node
  }

  #update(node: GraphNode, { revision }: CachedObject, metadata: ObjectMeta): void {
    const { phase, owners } = node
    node.read(metadata, revision)
    node.relink((metadata.ownerReferences ?? []).map((reference) => this.#link(reference, node)))
    // Dependents first: they must see the change before an owner goes that does not wait for them.
    if (node.phase !== phase) this.#wakeDependents(node)
    this.#wakeOwners(owners)
    this.#listener.wake(node)
  }

  #remove(key: string): void {
    const node = this.#nodes.get(key)
    if (node === undefined) return
    this.#nodes.delete(key)
    const { owners } = node
    node.phase = 'gone'
    node.relink([])
    this.#wakeDependents(node)
    this.#wakeOwners(owners)
  }

  #wakeDependents(node: GraphNode): void {
    if (node.hasDependents) this.#listener.wakeAll(node.dependents())
  }

  /** Former owners may have waited for this dependent. */
  #wakeOwners(owners: readonly OwnerLink[]): void {
    for (const { owner } of owners) if (owner instanceof GraphNode) this.#listener.wake(owner)
  }

  #link(reference: OwnerReference, { place }: GraphNode): OwnerLink {
    const blocking = reference.blockOwnerDeletion === true
    const store = this.#stores.ofReference(reference.apiVersion, reference.kind)
    if (store === undefined) return { owner: 'unserved', blocking }
    return { owner: this.#find(store, reference, place.namespace) ?? 'absent', blocking }
  }

  #find(store: ResourceStore, { name, uid }: OwnerReference, namespace: string): GraphNode | undefined {
    const { namespaced, stored } = store.definition
    // A cluster-scoped object cannot have a namespaced owner.
    if (namespaced && namespace === '') return undefined
    const key = objectKey(stored, namespaced ? namespace : undefined, name)
    const node = this.#nodes.get(key)
    if (node !== undefined) return node.uid === uid ? node : undefined
    const object = this.#feed.find(key)
    const metadata = object?.metadata()
    if (object === undefined || metadata?.uid !== uid) return undefined
    return this.#add(store, object, metadata)
  }
}
