import type { CachedObject } from '../../cache/cached-object.js'
import type { FederatedKind } from './federated-kinds.js'
import { type FederatedSpec, readFederated } from './federated-object.js'
import { isNewer, type ObservedCopy } from './observed-copy.js'

/** Why a copy is not as it is to be. */
export interface CopyProblem {
  /** A CamelCase word. */
  readonly reason: string
  readonly message: string
}

/** The copy of a federated object in one cluster, whether it is there or is still to come. */
export class Copy {
  readonly federated: Federated
  readonly cluster: string
  /** What is there; undefined when nothing of ours is. */
  observed: ObservedCopy | undefined
  /** The fingerprint of the copy after it was last written, or found to be as it is to be. */
  trusted: string | undefined
  /** The source that was last written, or found to be there already. */
  applied: string | undefined
  /** The labels that the cluster had then: overrides may look at them. */
  appliedLabels: object | undefined
  /** How many replicas the copy may ask for; undefined for a kind without. */
  granted: number | undefined
  /** The largest number of replicas that was sent and may have arrived without an answer. */
  sent: number | undefined
  /** How many pods find no place in the cluster, as far as that is known. */
  unschedulable = 0
  problem: CopyProblem | undefined
  /** How many writes in a row have failed. */
  failures = 0
  /** Ends the pause before the next try; undefined when there is none. */
  cancelRetry: (() => void) | undefined
  /** Ends the wait for the time at which to look for pods without a place. */
  cancelLook: (() => void) | undefined

  constructor(federated: Federated, cluster: string) {
    this.federated = federated
    this.cluster = cluster
  }

  /** Whether what is there was made from this object. */
  get isOurs(): boolean {
    return this.observed !== undefined && this.observed.owner === this.federated.spec.uid
  }

  /** Whether the member has what the object says now, the number of replicas aside. */
  isApplied(labels: object): boolean {
    const { observed } = this
    return (
      this.isOurs &&
      observed?.isGoing === false &&
      this.applied === this.federated.spec.source &&
      this.appliedLabels === labels &&
      this.trusted === observed.fingerprint
    )
  }

  /** Takes over what the member tells, unless something newer is known already. Returns whether that was news. */
  see(observed: ObservedCopy): boolean {
    const known = this.observed
    if (known !== undefined && known.uid === observed.uid) {
      if (!isNewer(observed.resourceVersion, known.resourceVersion)) return false
    }
    this.observed = observed
    return true
  }

  /** The copy is gone, or it is not known any more what there is. */
  forget(): void {
    this.observed = undefined
    this.trusted = undefined
    this.applied = undefined
    this.sent = undefined
    this.unschedulable = 0
    this.cancelLook?.()
    this.cancelLook = undefined
  }

  /** Nothing is to be tried again. */
  rest(): void {
    this.cancelRetry?.()
    this.cancelRetry = undefined
    this.cancelLook?.()
    this.cancelLook = undefined
  }
}

/** An object that is written once, and its copies. */
export class Federated {
  readonly kind: FederatedKind
  readonly key: string
  readonly namespace: string
  readonly name: string
  /** By the names of clusters. */
  readonly copies = new Map<string, Copy>()
  /** The object as it is in the store; undefined when it is gone. */
  stored: CachedObject | undefined
  spec: FederatedSpec

  constructor(kind: FederatedKind, stored: CachedObject) {
    this.kind = kind
    this.key = stored.key
    this.namespace = stored.namespace
    this.name = stored.name
    this.stored = stored
    this.spec = readFederated(kind, stored)
  }

  update(stored: CachedObject): void {
    this.stored = stored
    this.spec = readFederated(this.kind, stored)
  }

  copyIn(cluster: string): Copy {
    const known = this.copies.get(cluster)
    if (known !== undefined) return known
    const copy = new Copy(this, cluster)
    this.copies.set(cluster, copy)
    return copy
  }

  /** `deployment "ns/name"`, as events and messages call it. */
  get title(): string {
    return `${this.kind.noun} "${this.namespace === '' ? '' : `${this.namespace}/`}${this.name}"`
  }
}
