import type { ObjectMeta } from '#meta/object-meta.js'
import type { ResourceStore } from '#registry/store.js'
import {
  FOREGROUND_FINALIZER,
  MEMBERS_FINALIZER,
  ORPHAN_FINALIZER,
  type PropagationPolicy,
} from '#registry/write/deletion.js'

/**
 * The deletion state of an object:
 *
 * - `living`: not being deleted.
 *
 * - `orphaning`: waits until its dependents are orphaned.
 *
 * - `foreground`: waits until blocking dependents are gone.
 *
 * - `ending`: only finalizers of others remain. Its dependents still have an owner.
 */
export type Phase = 'living' | 'orphaning' | 'foreground' | 'ending' | 'gone'

/** An owner reference and the node that it refers to. */
export interface OwnerLink {
  /** Whether the reference sets `blockOwnerDeletion`. */
  readonly blocking: boolean
  /**
   * `absent` if the owner does not exist. A server assigns uids, so an owner is older than references to it; only
   * an import or a restored state may write the dependent first. `unserved` if this server does not know the
   * kind.
   */
  readonly owner: GraphNode | 'absent' | 'unserved'
}

export interface ObjectLocation {
  readonly store: ResourceStore
  /** Empty for cluster-scoped kinds. */
  readonly namespace: string
  readonly name: string
}

const NO_NODES: ReadonlySet<GraphNode> = new Set()
export const NO_UIDS: readonly string[] = []

/** An object that owns others, is owned, or is being deleted. */
export class GraphNode {
  readonly place: ObjectLocation
  readonly uid: string
  /** The revision of the object that this node reflects. */
  revision: number
  /** When it was read, by the process clock. */
  readAt = 0
  phase: Phase = 'living'
  /** The propagation policy that its finalizers request. */
  policy: PropagationPolicy = 'Background'
  /** Whether the federation must still handle copies, which it decides by the other finalizers. */
  hasCopies = false
  /** In the order of the references. */
  owners: readonly OwnerLink[] = []
  /** The uids of its absent owners. */
  absentUids = NO_UIDS
  // Most objects own nothing, so sets are created on demand.
  #blockers: Set<GraphNode> | undefined
  #others: Set<GraphNode> | undefined

  constructor(place: ObjectLocation, uid: string, revision: number) {
    this.place = place
    this.uid = uid
    this.revision = revision
  }

  /** Dependents that block its foreground deletion. */
  get blockers(): ReadonlySet<GraphNode> {
    return this.#blockers ?? NO_NODES
  }

  get hasDependents(): boolean {
    return (this.#blockers?.size ?? 0) + (this.#others?.size ?? 0) > 0
  }

  get hasAbsentOwner(): boolean {
    return this.owners.some(({ owner }) => owner === 'absent')
  }

  *dependents(): Generator<GraphNode> {
    if (this.#blockers) yield* this.#blockers
    if (this.#others) yield* this.#others
  }

  /** Reads everything from the metadata except owners. */
  read({ deletionTimestamp, finalizers = [] }: ObjectMeta, revision: number): void {
    this.revision = revision
    this.readAt = performance.now()
    const orphan = finalizers.includes(ORPHAN_FINALIZER)
    const foreground = finalizers.includes(FOREGROUND_FINALIZER)
    this.hasCopies = finalizers.includes(MEMBERS_FINALIZER)
    this.policy = orphan ? 'Orphan' : foreground ? 'Foreground' : 'Background'
    if (!deletionTimestamp) this.phase = 'living'
    else this.phase = orphan ? 'orphaning' : foreground ? 'foreground' : 'ending'
  }

  /** Replaces the owners. */
  relink(owners: readonly OwnerLink[]): void {
    for (const { owner } of this.owners) if (owner instanceof GraphNode) owner.#lose(this)
    this.owners = owners
    for (const { owner, blocking } of owners) if (owner instanceof GraphNode) owner.#gain(this, blocking)
  }

  /** A dependent with two references may be in both sets, which is harmless. */
  #gain(dependent: GraphNode, blocking: boolean): void {
    if (blocking) {
      this.#blockers ??= new Set()
      this.#blockers.add(dependent)
    } else {
      this.#others ??= new Set()
      this.#others.add(dependent)
    }
  }

  #lose(dependent: GraphNode): void {
    this.#blockers?.delete(dependent)
    this.#others?.delete(dependent)
  }
}
