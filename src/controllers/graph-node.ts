import type { ObjectMeta } from '#meta/object-meta.js'
import type { ResourceStore } from '#registry/store.js'
import {
  FOREGROUND_FINALIZER,
  MEMBERS_FINALIZER,
  ORPHAN_FINALIZER,
  type PropagationPolicy,
} from '#registry/write/deletion.js'

/**
 * How far an object is on its way out:
 * - `living`: its deletion was not requested.
 * - `orphaning`: it waits until its dependents are set free.
 * - `foreground`: it waits until the dependents that block it are gone.
 * - `ending`: only finalizers of others hold it. Until it is gone its dependents have an owner.
 */
export type Phase = 'living' | 'orphaning' | 'foreground' | 'ending' | 'gone'

/** One owner reference of an object, and what it leads to. */
export interface OwnerLink {
  /** Whether the dependent wants to be gone before an owner that is deleted in the foreground. */
  readonly blocking: boolean
  /**
   * `absent` when no such object is there. That is final as long as a server leads: uids are given by it, so an owner
   * is older than a reference to it. Only an import may bring the dependent first. `unserved` when this server does not
   * know the kind: another one does.
   */
  readonly owner: GraphNode | 'absent' | 'unserved'
}

/** Where an object lies. */
export interface ObjectLocation {
  readonly store: ResourceStore
  /** Empty for kinds without namespaces. */
  readonly namespace: string
  readonly name: string
}

const NO_NODES: ReadonlySet<GraphNode> = new Set()

/** An object that owns others, is owned, or is being deleted. */
export class GraphNode {
  readonly place: ObjectLocation
  readonly uid: string
  /** The version of the object that all of this was read from. */
  revision: number
  /** When that was, in milliseconds of this process. */
  readAt = 0
  phase: Phase = 'living'
  /** What its finalizers want to become of its own dependents. */
  policy: PropagationPolicy = 'Background'
  /** Whether the federation has yet to deal with copies in member clusters, which it does by the other finalizers. */
  hasCopies = false
  /** In the order of the references. */
  owners: readonly OwnerLink[] = []
  // Most objects own nothing, so they share an empty set until they do.
  #blockers: Set<GraphNode> | undefined
  #others: Set<GraphNode> | undefined

  constructor(place: ObjectLocation, uid: string, revision: number) {
    this.place = place
    this.uid = uid
    this.revision = revision
  }

  /** Dependents that hold up its deletion in the foreground. */
  get blockers(): ReadonlySet<GraphNode> {
    return this.#blockers ?? NO_NODES
  }

  get hasDependents(): boolean {
    return (this.#blockers?.size ?? 0) + (this.#others?.size ?? 0) > 0
  }

  /** Whether it names an owner that is not there. */
  get hasAbsentOwner(): boolean {
    return this.owners.some(({ owner }) => owner === 'absent')
  }

  *dependents(): Generator<GraphNode> {
    if (this.#blockers) yield* this.#blockers
    if (this.#others) yield* this.#others
  }

  /** Takes what the metadata says about the object itself, but for its owners. */
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

  /** Puts other owners in the place of those it had. */
  relink(owners: readonly OwnerLink[]): void {
    for (const { owner } of this.owners) if (owner instanceof GraphNode) owner.#lose(this)
    this.owners = owners
    for (const { owner, blocking } of owners) if (owner instanceof GraphNode) owner.#gain(this, blocking)
  }

  /** One that has two references may be in both sets, which does no harm. */
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
