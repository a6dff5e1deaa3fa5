import type { ObjectMeta, OwnerReference } from '#meta/object-meta.js'
import type { ChangeFeed, ObjectChange } from '#registry/change-feed.js'
import { objectKey } from '#registry/keys.js'
import type { StoredKind } from '#registry/kind.js'
import type { CachedObject, ResourceStore } from '#registry/store.js'
import type { ResourceStores } from '#registry/stores.js'
import { GraphNode, NO_UIDS, type ObjectLocation, type OwnerLink } from './graph-node.js'

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
  /** The keys of objects with absent owners, by the uid of the owner. Empty most of the time. */
  readonly #awaited = new Map<string, Set<string>>()
  /** Deleted owners whose dependents are not deleted yet, by uid. */
  readonly #gone = new Map<string, GraphNode>()

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
      this.#stopAwaiting(key, node)
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
    for (const [key, node] of [...this.#nodes]) if (node.owners.some(isConcerned)) this.#relink(key, node)
  }

  #relink(key: string, node: GraphNode): void {
    const object = this.#feed.find(key)
    if (object !== undefined) this.#update(node, object, object.metadata())
  }

  apply({ kind, before, after }: ObjectChange): void {
    if (after !== undefined) this.#put(kind, after)
    else if (before !== undefined) this.#remove(before.key)
  }

  #put(kind: StoredKind, object: CachedObject): void {
    let node = this.#nodes.get(object.key)
    if (this.#awaited.size + this.#gone.size > 0) this.#comesBack(object)
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

  /** A restored state may have dependents before their owners, and an owner that was deleted. */
  #comesBack(owner: CachedObject): void {
    const { uid = '' } = owner.metadata()
    const dependents = [...(this.#gone.get(uid)?.dependents() ?? [])].map(({ place }) => keyOf(place))
    for (const key of [...dependents, ...(this.#awaited.get(uid) ?? [])]) {
      const node = this.#nodes.get(key)
      if (node !== undefined) this.#relink(key, node)
    }
  }

  #update(node: GraphNode, { key, revision }: CachedObject, metadata: ObjectMeta): void {
    const { phase, owners } = node
    const { ownerReferences = [] } = metadata
    node.read(metadata, revision)
    this.#stopAwaiting(key, node)
    node.relink(ownerReferences.map((reference) => this.#link(reference, node)))
    if (node.hasAbsentOwner) this.#await(key, node, ownerReferences)
    // Dependents first: they must see the change before an owner goes that does not wait for them.
    if (node.phase !== phase) this.#wakeDependents(node)
    this.#wakeOwners(owners)
    this.#listener.wake(node)
  }

  #remove(key: string): void {
    const node = this.#nodes.get(key)
    if (node === undefined) return
    this.#nodes.delete(key)
    this.#stopAwaiting(key, node)
    const { owners } = node
    node.phase = 'gone'
    node.relink([])
    if (node.hasDependents) this.#gone.set(node.uid, node)
    this.#wakeDependents(node)
    this.#wakeOwners(owners)
  }

  #await(key: string, node: GraphNode, references: readonly OwnerReference[]): void {
    node.absentUids = references.filter((_, at) => node.owners[at]?.owner === 'absent').map(({ uid }) => uid)
    for (const uid of node.absentUids) {
      const keys = this.#awaited.get(uid)
      if (keys === undefined) this.#awaited.set(uid, new Set([key]))
      else keys.add(key)
    }
  }

  #stopAwaiting(key: string, node: GraphNode): void {
    for (const uid of node.absentUids) {
      const keys = this.#awaited.get(uid)
      keys?.delete(key)
      if (keys?.size === 0) this.#awaited.delete(uid)
    }
    node.absentUids = NO_UIDS
  }

  #wakeDependents(node: GraphNode): void {
    if (node.hasDependents) this.#listener.wakeAll(node.dependents())
  }

  /** Former owners may have waited for this dependent. */
  #wakeOwners(owners: readonly OwnerLink[]): void {
    for (const { owner } of owners) {
      if (!(owner instanceof GraphNode)) continue
      if (owner.phase !== 'gone') this.#listener.wake(owner)
      else if (!owner.hasDependents && this.#gone.get(owner.uid) === owner) this.#gone.delete(owner.uid)
    }
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

function keyOf({ store: { definition }, namespace, name }: ObjectLocation): string {
  return objectKey(definition.stored, definition.namespaced ? namespace : undefined, name)
}
