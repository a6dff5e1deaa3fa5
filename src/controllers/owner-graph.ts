import type { ObjectMeta, OwnerReference } from '#meta/object-meta.js'
import type { ChangeFeed, ObjectChange } from '#registry/change-feed.js'
import { objectKey } from '#registry/keys.js'
import type { StoredKind } from '#registry/kind.js'
import type { CachedObject, ResourceStore } from '#registry/store.js'
import type { ResourceStores } from '#registry/stores.js'
import { GraphNode, type OwnerLink } from './graph-node.js'

// Every change is searched for these, and a search for a rare first character takes a third of the time. Other lists of
// references are found too, and then the metadata says that there are no owners.
const OWNERS = Buffer.from('References":[')
const DELETION = Buffer.from('deletionTimestamp":"')

/** Is notified of nodes for which there may be something new to do. */
export interface GraphListener {
  wake(node: GraphNode): void
  /** They are to be looked at before any later ones. The nodes may change meanwhile. */
  wakeAll(nodes: Iterable<GraphNode>): void
}

/**
 * The owners and dependents of objects, kept from the changes of all objects. It holds the objects that have owners,
 * are owned, or are being deleted, by their keys; of all others it knows nothing, and their changes cost it next to
 * nothing.
 *
 * A reference leads to the object of its kind and name, in the namespace of the dependent or in none, if that has its
 * uid. The cache may be some changes ahead of those that the graph has received, never behind.
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

  /** Reads every object there is. */
  fill(): void {
    for (const { kind, object } of this.#feed.current()) this.#put(kind, object)
  }

  /** The objects of a kind that is served from now on; references that named it in vain lead to its objects. */
  addKind(kind: StoredKind): void {
    for (const object of this.#feed.objectsOf(kind)) this.#put(kind, object)
    this.#relinkAll(({ owner }) => owner === 'unserved')
  }

  /** The kind is not served any longer: what becomes of its objects is not the server's to decide. */
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
    // Their dependents have an owner that another server knows, which is not the same as none.
    this.#relinkAll(({ owner }) => owner instanceof GraphNode && removed.has(owner))
  }

  nodes(): Iterable<GraphNode> {
    return this.#nodes.values()
  }

  /** The objects that refer to the object under a key as their owner. */
  dependentsOf(key: string): readonly GraphNode[] {
    return [...(this.#nodes.get(key)?.dependents() ?? [])]
  }

  /** Looks again for owners that were absent: see `OwnerLink`. */
  findAbsentOwners(): void {
    this.#relinkAll(({ owner }) => owner === 'absent')
  }

  /** Looks up the owners of all objects anew that have such a link. */
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
    if (node === undefined && !mayConcern(object)) return
    const store = this.#stores.ofKind(kind)
    if (store === undefined) return
    const metadata = object.metadata()
    node ??= this.#add(store, object, metadata)
    this.#update(node, object, metadata)
  }

  /** A new object is taken for living and without owners until the graph receives its change. */
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
    // Dependents first: what it means to them must be seen before an owner goes that does not wait for them.
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

  /** Former owners may have waited for a dependent to let go. */
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
    // An object without a namespace cannot say in which one its owner would be.
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

function mayConcern(object: CachedObject): boolean {
  const json = object.peek()
  return json.includes(OWNERS) || json.includes(DELETION)
}
