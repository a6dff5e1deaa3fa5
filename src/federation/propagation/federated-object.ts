import type { CachedObject } from '#cache/cached-object.js'
import type { Limits } from '#federation/autoscalers/autoscaler-limits.js'
import type { JobPlan } from '#federation/jobs/job-plan.js'
import type { LazyObject } from '#federation/members/lazy-object.js'
import type { Member } from '#federation/members/members.js'
import type { Policy } from '#federation/policies/acting-policy.js'
import { isIn } from '#federation/policies/cluster-facts.js'
import type { OverrideSpec } from '#kinds/federation/policies/overrides.js'
import type { PropagationSpec } from '#kinds/federation/policies/propagation.js'
import { type DividedNumbers, internCounts, isNewer, type ObservedCopy } from './copies/observed-copy.js'
import type { FederatedKind } from './federated-kinds.js'
import { type FederatedSpec, readFederated } from './federated-spec.js'
import type { ObjectDecision } from './placing/decision.js'

/** Why a copy is not as desired. */
export interface CopyFailure {
  /** In CamelCase. */
  readonly reason: string
  readonly message: string
}

/** The replicas of a cluster in the schedule. */
export interface ScheduledReplicas {
  readonly scheduled: number
  /** Includes replicas that replace unschedulable ones elsewhere. */
  readonly replicas: number
  /** Whether the copies in the cluster were unknown at that time. */
  readonly isBlind: boolean
}

interface ReplicaProgress {
  readonly replicas: number | undefined
  readonly counts: readonly number[]
  /** In milliseconds. */
  readonly since: number
}

/** The copy of a federated object in one cluster, whether it exists yet or not. */
export class Copy {
  readonly federated: FederatedObject
  readonly cluster: string
  /** The desired state. */
  intent: 'present' | 'absent' | 'orphaned' | undefined
  /** The existing copy; undefined if there is none of ours. */
  observed: ObservedCopy | undefined
  /** The number of the last list that contained it. */
  listNumber = 0
  /** The fingerprint after the last write, or when it was last found as desired. */
  trustedFingerprint: string | undefined
  /** The source of the last write, or that was found in the member. */
  appliedSource: string | undefined
  /** The cluster labels of that write: overrides may depend on them. */
  appliedLabels: string | undefined
  /** Time of the last write, by the process clock, and its replicas. */
  writtenAt = Number.NEGATIVE_INFINITY
  writtenReplicas: number | undefined
  writtenPart: DividedNumbers | undefined
  /** Replicas that the copy may have now; undefined for kinds without replicas. */
  granted: number | undefined
  /** Other divided numbers that the copy has to have now, by field. */
  part: DividedNumbers | undefined
  /** Its part of the schedule, if any. */
  planned: ScheduledReplicas | undefined
  /** The planned limits of an autoscaler. It may have to wait for them. */
  limits: Limits | undefined
  /** The last observed desired and reported replicas, and since when. */
  progress: ReplicaProgress | undefined
  /** The most replicas sent without a response; 0 for kinds without replicas. */
  maxSentReplicas: number | undefined
  /** How many replicas fit, if unschedulable pods have shown a limit. */
  capacity: number | undefined
  failure: CopyFailure | undefined
  /** Consecutive failed writes. */
  failures = 0
  /** The attempt that failed last. */
  failedAttempt: string | undefined
  /** Whether a write is queued or running. */
  isBeingWritten = false
  isRequestPending = false
  /** Handles the last event that arrived during a request. */
  catchUp: (() => void) | undefined
  /** The attempt in progress. */
  startedAttempt: string | undefined
  /** Cancels the delay before a retry, if any. */
  cancelRetry: (() => void) | undefined
  /** The pending timer of the capacity: to check for unschedulable pods, or to forget the limit. */
  capacityCheck: { readonly waitsFor: 'pods' | 'nothing'; readonly cancel: () => void } | undefined

  constructor(federated: FederatedObject, cluster: string) {
    this.federated = federated
    this.cluster = cluster
  }

  /** Whether the existing object was created from this one. */
  get isOurs(): boolean {
    return this.observed !== undefined && this.observed.owner === this.federated.spec.uid
  }

  /** The ready replicas that the copy is to have: surplus ones do not count. */
  get readyReplicas(): number {
    const { observed } = this
    if (observed === undefined || !this.isOurs || observed.isTerminating) return 0
    const ready = observed.counts[this.federated.kind.status?.sums.indexOf('readyReplicas') ?? -1] ?? 0
    return Math.min(ready, observed.replicas ?? 0)
  }

  /** Whether the member has the current content, apart from replicas. */
  isApplied(labels: string): boolean {
    const { observed } = this
    return (
      this.isOurs &&
      observed?.isTerminating === false &&
      this.appliedSource === this.federated.source &&
      this.appliedLabels === labels &&
      this.trustedFingerprint === observed.fingerprint
    )
  }

  /** Whether the copy is as desired. */
  isDone(labels: string): boolean {
    if (this.intent === 'absent')
      return this.isOurs ? this.observed?.isTerminating === true : this.maxSentReplicas === undefined
    if (this.intent === 'orphaned') return !this.isOurs
    return (
      this.isApplied(labels) &&
      this.observed?.replicas === this.granted &&
      isSamePart(this.observed?.part, this.part)
    )
  }

  /** Identifies the outcome of a write: a different write need not wait for the backoff of a failed one. */
  get attempt(): string {
    const part = this.part === undefined ? '' : JSON.stringify(this.part)
    return `${this.intent} ${this.granted} ${part}${this.federated.source}`
  }

  /** Whether a write would restore what others have changed. */
  get isRepair(): boolean {
    return (
      this.intent === 'present' &&
      this.appliedSource === this.federated.source &&
      this.writtenReplicas === this.granted &&
      isSamePart(this.writtenPart, this.part)
    )
  }

  wrote(fingerprint: string, replicas: number | undefined, part: DividedNumbers | undefined): void {
    this.trustedFingerprint = fingerprint
    this.writtenAt = performance.now()
    this.writtenReplicas = replicas
    this.writtenPart = part
  }

  /** Returns whether this is the first attempt of its kind. */
  begins(): boolean {
    const { attempt } = this
    if (this.startedAttempt === attempt || (this.failures > 0 && this.failedAttempt === attempt)) return false
    this.startedAttempt = attempt
    return true
  }

  succeeded(): void {
    this.startedAttempt = undefined
    this.failedAttempt = undefined
    this.failures = 0
    this.failure = undefined
  }

  /** Whether this version is known already. */
  isObserved({ uid, resourceVersion }: LazyObject): boolean {
    return this.observed?.uid === uid && this.observed.resourceVersion === resourceVersion
  }

  /** Records an observed version unless a newer one is known. Returns whether it is new. */
  observe(observed: ObservedCopy): boolean {
    const known = this.observed
    if (known !== undefined && known.uid === observed.uid) {
      if (!isNewer(observed.resourceVersion, known.resourceVersion)) return false
    }
    this.observed = this.#internStrings(observed)
    return true
  }

  /** There are many copies and most changes leave most strings equal: reuses the old ones. */
  #internStrings(observed: ObservedCopy): ObservedCopy {
    const { observed: known, trustedFingerprint, federated } = this
    return {
      ...observed,
      uid: shared(observed.uid, known?.uid),
      owner: shared(observed.owner, federated.spec.uid),
      digest: shared(observed.digest, known?.digest),
      fingerprint: shared(observed.fingerprint, trustedFingerprint),
      counts: internCounts(observed.counts),
      gathered: shared(observed.gathered, known?.gathered),
    }
  }

  /** The copy is gone, or its state is unknown. */
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

  /** The next write does not wait for a retry delay. */
  retryNow(): void {
    this.cancelRetry?.()
    this.cancelRetry = undefined
    this.failures = 0
  }

  /** Cancels a retry. */
  stopRetrying(): void {
    this.cancelRetry?.()
    this.cancelRetry = undefined
    this.capacityCheck?.cancel()
    this.capacityCheck = undefined
  }
}

const shared = <T extends string | undefined>(text: T, known: T | undefined): T =>
  text === known ? (known as T) : text

export function isSamePart(one: DividedNumbers | undefined, other: DividedNumbers | undefined): boolean {
  if (one === undefined || other === undefined) return one === other
  return Object.keys({ ...one, ...other }).every((field) => one[field] === other[field])
}

/** An object and its copies. */
export class FederatedObject {
  readonly kind: FederatedKind
  readonly key: string
  readonly namespace: string
  readonly name: string
  /** By cluster name. */
  readonly copies = new Map<string, Copy>()
  /** The stored object; undefined when it is deleted. */
  stored: CachedObject | undefined
  /** The last version, from which `spec` is parsed. */
  #read: CachedObject
  #spec: FederatedSpec | undefined
  /** The spec of the previous version, until `spec` is parsed. */
  #lastSpec: FederatedSpec | undefined
  #uid: string | undefined
  /** The last plan of a Job. Its record is kept, since a client may remove the annotation. */
  jobPlan: JobPlan | undefined
  /** The timer of the next plan or of the deletion, if any. */
  timer: { readonly time: number; readonly cancel: () => void } | undefined
  /** The input of the current replica schedule, if any. */
  replicaDemand: string | undefined
  /** Digest of the last reported status, while it is current. */
  reported: string | undefined
  /** Since when a status update may be due, by the process clock. */
  unreportedSince: number | undefined
  /** When an orphaning deletion stops waiting for clusters; undefined for other deletions. */
  orphanedBy: { readonly time: number; readonly cancel: () => void } | undefined
  /** The clusters in the last event about a waiting deletion. */
  waitsFor = ''
  isBeingReported = false
  /** The policy that propagates the object, if any. */
  policy: Policy<PropagationSpec> | undefined
  /** Policies that change its copies, in the order in which they apply. */
  overrides: readonly Policy<OverrideSpec>[] = []
  /** Changes with what policies say about writing copies; empty if they say nothing. */
  policyDigest = ''
  /** Whether it is propagated even without a policy. */
  isSelectedByKind = true
  /** Its clusters; undefined if no policy concerns it. */
  decision: ObjectDecision | undefined
  /** When the decision is reviewed, if it may change by itself. */
  review: { readonly time: number; readonly cancel: () => void } | undefined
  /** Whether the object is to be propagated; otherwise its copies are removed. */
  isSelected = true
  /** Clusters that need the object for others, whether it is selected or not. */
  readonly requiredIn = new Set<string>()

  constructor(kind: FederatedKind, stored: CachedObject) {
    this.kind = kind
    this.key = stored.key
    this.namespace = stored.namespace
    this.name = stored.name
    this.stored = stored
    this.#read = stored
  }

  /** Parsed on demand: changes must be recorded quickly. */
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

  /** Whether the uid is the same. */
  isSame(stored: CachedObject): boolean {
    this.#uid ??= this.#read.metadata().uid ?? ''
    return stored.metadata().uid === this.#uid
  }

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

  /** Changes with everything that copies depend on, apart from their clusters. */
  get source(): string {
    return this.spec.source + this.policyDigest
  }

  /** Whether an object of the same name in a member may be taken over. */
  get adopts(): boolean {
    return this.spec.adopts ?? this.policy?.spec.conflictResolution === 'Adopt'
  }

  /** Whether a cluster should have a copy. */
  isWantedIn(member: Member): boolean {
    const { name } = member
    if (this.requiredIn.has(name)) return true
    if (this.kind.isPreserved && this.copies.get(name)?.isOurs) return true
    if (!this.isSelected) return false
    if (this.decision === undefined) return this.spec.placement.includes(member)
    return isIn(this.decision.verdicts.get(name))
  }

  /** Whether a policy chooses the clusters. */
  get isPlacedByPolicy(): boolean {
    return this.policy !== undefined && this.decision !== undefined && !this.decision.isByAnnotations
  }

  /** Whether the copy in a cluster stays until others have replaced it. */
  isLeaving(cluster: string): boolean {
    return this.decision?.verdicts.get(cluster)?.copy === 'leaving'
  }

  /** Whether the copy in a cluster gets no more replicas. */
  isKept(cluster: string): boolean {
    return this.decision?.verdicts.get(cluster)?.copy === 'kept'
  }

  /** `deployment "ns/name"`, for events and messages. */
  get title(): string {
    return `${this.kind.noun} "${this.namespace === '' ? '' : `${this.namespace}/`}${this.name}"`
  }
}
