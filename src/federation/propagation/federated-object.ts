import type { CachedObject } from '#cache/cached-object.js'
import type { LazyObject } from '#federation/members/lazy-object.js'
import { internCounts, isNewer, type ObservedCopy } from './copies/observed-copy.js'
import type { FederatedKind } from './federated-kinds.js'
import { type FederatedSpec, readFederated } from './federated-spec.js'

/** Why a copy is not as it is to be. */
export interface CopyProblem {
  /** A CamelCase word. */
  readonly reason: string
  readonly message: string
}

/** How many replicas a plan gives to a cluster. */
export interface ScheduledReplicas {
  readonly scheduled: number
  /** With those that run there in place of others that find no node elsewhere. */
  readonly replicas: number
  /** Whether it was not known yet what there is in the cluster. */
  readonly isBlind: boolean
}

interface ReplicaProgress {
  readonly replicas: number | undefined
  readonly counts: readonly number[]
  /** In milliseconds. */
  readonly since: number
}

/** The copy of a federated object in one cluster, whether it is there or is still to come. */
export class Copy {
  readonly federated: FederatedObject
  readonly cluster: string
  /** What is to become of it. */
  intent: 'present' | 'absent' | 'orphaned' | undefined
  /** What is there; undefined when nothing of ours is. */
  observed: ObservedCopy | undefined
  /** The number of the last list of the cluster that had it. */
  listNumber = 0
  /** The fingerprint of the copy after it was last written, or found to be as it is to be. */
  trustedFingerprint: string | undefined
  /** The source that was last written, or found to be there already. */
  appliedSource: string | undefined
  /** The labels that the cluster had then, as a text: overrides may look at them. */
  appliedLabels: string | undefined
  /** When the copy was last written, in milliseconds of this process, and with how many replicas. */
  writtenAt = Number.NEGATIVE_INFINITY
  writtenReplicas: number | undefined
  /** How many replicas the copy may ask for; undefined for a kind without. */
  granted: number | undefined
  /** Its part in the plan of replicas; undefined while it has none. */
  planned: ScheduledReplicas | undefined
  /** The replicas that it was last seen to ask for and to report, and since when. */
  progress: ReplicaProgress | undefined
  /** The largest number of replicas that was sent and may have arrived without an answer; 0 for a kind without. */
  maxSentReplicas: number | undefined
  /** How many replicas fit into the cluster, where pods have shown that not all do. */
  capacity: number | undefined
  problem: CopyProblem | undefined
  /** How many writes in a row have failed. */
  failures = 0
  /** What the last of them was to bring about. */
  failedAttempt: string | undefined
  /** Whether a write is under way, or about to be. */
  isBeingWritten = false
  /** Whether a request about the copy has yet to be answered. */
  isRequestPending = false
  /** Looks at what the member has told of it since then. */
  catchUp: (() => void) | undefined
  /** What is being brought about. */
  startedAttempt: string | undefined
  /** Ends the pause before the next try; undefined when there is none. */
  cancelRetry: (() => void) | undefined
  /** What is waited for to find out more about the capacity: for pods that may find no node, or for nothing any more. */
  capacityCheck: { readonly waitsFor: 'pods' | 'nothing'; readonly cancel: () => void } | undefined

  constructor(federated: FederatedObject, cluster: string) {
    this.federated = federated
    this.cluster = cluster
  }

  /** Whether what is there was made from this object. */
  get isOurs(): boolean {
    return this.observed !== undefined && this.observed.owner === this.federated.spec.uid
  }

  /** Whether the member has what the object says now, the number of replicas aside. */
  isApplied(labels: string): boolean {
    const { observed } = this
    return (
      this.isOurs &&
      observed?.isTerminating === false &&
      this.appliedSource === this.federated.spec.source &&
      this.appliedLabels === labels &&
      this.trustedFingerprint === observed.fingerprint
    )
  }

  /** Whether the copy is as it is to be, and nothing has to be written. */
  isDone(labels: string): boolean {
    if (this.intent === 'absent')
      return this.isOurs ? this.observed?.isTerminating === true : this.maxSentReplicas === undefined
    if (this.intent === 'orphaned') return !this.isOurs
    return this.isApplied(labels) && this.observed?.replicas === this.granted
  }

  /** What a write would bring about: another one need not wait because this one has failed. */
  get attempt(): string {
    return `${this.intent} ${this.granted} ${this.federated.spec.source}`
  }

  /** Whether a write would bring about again what the last one has, and others have undone. */
  get isRepair(): boolean {
    return (
      this.intent === 'present' &&
      this.appliedSource === this.federated.spec.source &&
      this.writtenReplicas === this.granted
    )
  }

  wrote(fingerprint: string, replicas: number | undefined): void {
    this.trustedFingerprint = fingerprint
    this.writtenAt = performance.now()
    this.writtenReplicas = replicas
  }

  /** Whether a write is the first that is to bring this about. */
  begins(): boolean {
    const { attempt } = this
    if (this.startedAttempt === attempt || (this.failures > 0 && this.failedAttempt === attempt)) return false
    this.startedAttempt = attempt
    return true
  }

  /** The last write has brought about what it was to. */
  succeeded(): void {
    this.startedAttempt = undefined
    this.failedAttempt = undefined
    this.failures = 0
    this.problem = undefined
  }

  /** Whether what the member tells is known already. */
  isObserved({ uid, resourceVersion }: LazyObject): boolean {
    return this.observed?.uid === uid && this.observed.resourceVersion === resourceVersion
  }

  /** Takes over what the member tells, unless something newer is known already. Returns whether that was news. */
  observe(observed: ObservedCopy): boolean {
    const known = this.observed
    if (known !== undefined && known.uid === observed.uid) {
      if (!isNewer(observed.resourceVersion, known.resourceVersion)) return false
    }
    this.observed = this.#internStrings(observed)
    return true
  }

  /** There are many copies, and most changes of one leave most of its texts as they were: equal ones are kept once. */
  #internStrings(observed: ObservedCopy): ObservedCopy {
    const { observed: known, trustedFingerprint, federated } = this
    return {
      ...observed,
      uid: shared(observed.uid, known?.uid),
      owner: shared(observed.owner, federated.spec.uid),
      digest: shared(observed.digest, known?.digest),
      fingerprint: shared(observed.fingerprint, trustedFingerprint),
      counts: internCounts(observed.counts),
    }
  }

  /** The copy is gone, or it is not known any more what there is. */
  forget(): void {
    this.observed = undefined
    this.trustedFingerprint = undefined
    this.appliedSource = undefined
    this.maxSentReplicas = undefined
    this.progress = undefined
    this.capacity = undefined
    this.capacityCheck?.cancel()
    this.capacityCheck = undefined
  }

  /** What has failed is tried at once when it is next looked at. */
  retryNow(): void {
    this.cancelRetry?.()
    this.cancelRetry = undefined
    this.failures = 0
  }

  /** Nothing is to be tried again. */
  stopRetrying(): void {
    this.cancelRetry?.()
    this.cancelRetry = undefined
    this.capacityCheck?.cancel()
    this.capacityCheck = undefined
  }
}

const shared = <T extends string | undefined>(text: T, known: T | undefined): T =>
  text === known ? (known as T) : text

/** An object that is written once, and its copies. */
export class FederatedObject {
  readonly kind: FederatedKind
  readonly key: string
  readonly namespace: string
  readonly name: string
  /** By the names of clusters. */
  readonly copies = new Map<string, Copy>()
  /** The object as it is in the store; undefined when it is gone. */
  stored: CachedObject | undefined
  /** The last version that there was, which `spec` is read from. */
  #read: CachedObject
  #spec: FederatedSpec | undefined
  /** The same of the version before, until that of this one is read. */
  #lastSpec: FederatedSpec | undefined
  #uid: string | undefined
  /** What the plan of replicas was made from; undefined while there is none. */
  replicaDemand: string | undefined
  /** The digest of what was last reported, as long as the report stands. */
  reported: string | undefined
  /** Since when, in milliseconds of this process, there may be something to report. */
  unreportedSince: number | undefined
  /** Until when a deletion waits for copies that are to be left behind, in milliseconds; undefined for no such deletion. */
  orphanedBy: { readonly time: number; readonly cancel: () => void } | undefined
  /** The clusters that a deletion was last said to wait for. */
  waitsFor = ''
  /** Whether a report is being written. */
  isBeingReported = false

  constructor(kind: FederatedKind, stored: CachedObject) {
    this.kind = kind
    this.key = stored.key
    this.namespace = stored.namespace
    this.name = stored.name
    this.stored = stored
    this.#read = stored
  }

  /** What the object says now, or said last. It is read when it is first needed: a change of the store has to be noted quickly. */
  get spec(): FederatedSpec {
    if (this.#spec === undefined) {
      this.#spec = readFederated(this.kind, this.#read, this.#lastSpec)
      this.#lastSpec = undefined
    }
    return this.#spec
  }

  update(stored: CachedObject): void {
    this.stored = stored
    this.#read = stored
    this.#lastSpec = this.#spec ?? this.#lastSpec
    this.#spec = undefined
    this.reported = undefined
  }

  /** Whether it is another version of the same object, and not another object of the same name. */
  isSame(stored: CachedObject): boolean {
    this.#uid ??= this.#read.metadata().uid ?? ''
    return stored.metadata().uid === this.#uid
  }

  /** Whether writes of copies are under way, or about to be. */
  get isBeingWritten(): boolean {
    for (const copy of this.copies.values()) if (copy.isBeingWritten) return true
    return false
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
