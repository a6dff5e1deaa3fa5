import { CachedObject } from '#cache/cached-object.js'
import { CLUSTER_STATUS, EVICTIONS } from '#federation/annotations.js'
import type { Member } from '#federation/members/members.js'
import type { ClusterFacts } from '#federation/policies/cluster-facts.js'
import { observe } from '#federation/propagation/copies/observed-copy.js'
import { FEDERATED_KINDS, type FederatedKind } from '#federation/propagation/federated-kinds.js'
import { type Copy, FederatedObject } from '#federation/propagation/federated-object.js'
import type { CopyLink } from '#federation/propagation/schedule/schedule.js'
import { scheduleObject } from '#federation/propagation/schedule/schedule.js'
import { clusterBreakdown } from '#federation/propagation/status/breakdown.js'
import type { PropagationSpec } from '#kinds/federation/policies/propagation.js'
import { evictionRecord } from './eviction-record.js'
import { decideObject } from './object-decision.js'

const JOB = FEDERATED_KINDS.find(({ kind }) => kind === 'Job') as FederatedKind
const UID = 'u'
const TIME = '2030-01-01T00:00:00Z'
const COMPLETE = [{ type: 'Complete', status: 'True', lastTransitionTime: TIME }]

/** A Job in a member. */
export interface SimulatedJob {
  readonly uid: string
  readonly completions: number
  parallelism: number
  succeeded: number
}

/** A member in which a Job runs, in memory. */
export class JobMember implements CopyLink {
  facts: ClusterFacts
  job: SimulatedJob | undefined
  /** Whether the host has listed the member since it started. */
  isSynced = true
  /** Completions so far, and those while the member was away. */
  ran = 0
  ranAway = 0
  readonly labels = ''
  readonly #onWrite: (member: JobMember, copy: Copy) => void
  #version = 0

  constructor(name: string, onWrite: (member: JobMember, copy: Copy) => void) {
    const rest = { labels: {}, region: '', zones: [], version: '', free: undefined }
    this.facts = { ...rest, name, isReady: true, taints: [] }
    this.#onWrite = onWrite
  }

  hasSynced = () => this.isSynced
  serves = () => true
  refusalOf = () => undefined

  get member(): Member {
    const { facts } = this
    const resource = () => Promise.resolve(undefined)
    const { name, labels, isReady } = facts
    return { name, labels, facts, isReady, client: undefined, resource, rediscover: () => undefined }
  }

  get isFinished(): boolean {
    return this.job !== undefined && this.job.succeeded >= this.job.completions
  }

  /** Does at once what a client would do. */
  write(copy: Copy): void {
    this.#onWrite(this, copy)
    const { parallelism = 0, completions = 0 } = copy.part ?? {}
    if (copy.intent === 'absent') this.job = undefined
    else if (this.job !== undefined) this.job.parallelism = parallelism
    else {
      const uid = `${this.facts.name}-${this.#version}`
      this.job = { uid, parallelism, completions, succeeded: 0 }
    }
    this.show(copy)
    copy.wrote(copy.observed?.fingerprint ?? '', copy.granted, copy.part)
    copy.appliedSource = copy.federated.source
  }

  /** A pod completes, if one runs. */
  run(): void {
    if (this.job === undefined || this.isFinished || this.job.parallelism === 0) return
    this.job.succeeded++
    this.ran++
    if (!this.facts.isReady) this.ranAway++
  }

  /** The host sees the copy as it is. */
  show(copy: Copy): void {
    copy.appliedLabels = this.labels
    if (this.job === undefined) {
      copy.forget()
      return
    }
    const { uid, parallelism, completions, succeeded } = this.job
    this.#version++
    const observed = observe(JOB, {
      metadata: {
        name: 'work',
        namespace: 'shop',
        uid,
        resourceVersion: String(this.#version),
        annotations: { 'federation.binnacle.dev/owned-by': UID },
      },
      spec: { parallelism, completions },
      status: { succeeded, ...(this.isFinished && { conditions: COMPLETE }) },
    })
    copy.observed = observed
    copy.trustedFingerprint = observed.fingerprint
    copy.appliedSource = copy.federated.source
  }
}

/** A Job on a host, and the part of a server that reconciles it. */
export class JobOnHost {
  readonly completions: number
  parallelism: number
  policy: PropagationSpec
  annotations: Record<string, string> = {}
  federated: FederatedObject
  #isComplete = false
  #revision = 1
  #policyVersion = 1

  constructor(parallelism: number, completions: number, policy: PropagationSpec) {
    this.parallelism = parallelism
    this.completions = completions
    this.policy = policy
    this.federated = new FederatedObject(JOB, this.#stored())
    this.setPolicy(policy)
  }

  get isComplete(): boolean {
    return this.#isComplete
  }

  /** Another server takes over: it knows only what is stored. */
  restart(): void {
    this.federated = new FederatedObject(JOB, this.#stored())
    this.setPolicy(this.policy)
  }

  setPolicy(spec: PropagationSpec): void {
    this.policy = spec
    const version = String(this.#policyVersion++)
    this.federated.policy = { kind: 'PropagationPolicy', namespace: 'shop', name: 'p', version, spec }
  }

  scale(parallelism: number): void {
    this.parallelism = parallelism
    this.#save()
  }

  /** Reconciles once, as the server does. Returns whether anything was written. */
  reconcile(members: readonly JobMember[], now: number): boolean {
    const { federated } = this
    const clusters = members.map((link) => ({ member: link.member, link }))
    federated.decision = decideObject(federated, {
      clusters,
      neededBy: () => undefined,
      isNeeded: false,
      now,
    })
    const { writes, states, outcome } = scheduleObject(federated, clusters, now)
    const evicted = evictionRecord(federated)
    if (evicted !== undefined) this.#annotate(EVICTIONS, evicted.value)
    const { record } = outcome ?? {}
    if (record !== undefined) this.#annotate(record.annotation, record.value)
    if (evicted !== undefined || record?.isUrgent) return true
    for (const { copy, link } of writes) link.write(copy)
    this.#annotate(CLUSTER_STATUS, clusterBreakdown(JOB, states))
    if (federated.jobPlan?.isComplete && !this.#isComplete) {
      this.#isComplete = true
      this.#save()
    }
    return writes.length > 0
  }

  #annotate(name: string, value: string | undefined): void {
    if (this.annotations[name] === value) return
    if (value === undefined) delete this.annotations[name]
    else this.annotations[name] = value
    this.#save()
  }

  #save(): void {
    this.#revision++
    this.federated.update(this.#stored())
  }

  #stored(): CachedObject {
    const { annotations, parallelism, completions } = this
    const generation = parallelism + 1
    const metadata = { name: 'work', namespace: 'shop', uid: UID, generation, annotations }
    const json = JSON.stringify({
      metadata: { ...metadata, creationTimestamp: null },
      spec: { parallelism, completions },
      status: this.#isComplete ? { conditions: COMPLETE } : {},
    })
    const revision = this.#revision as CachedObject['revision']
    return new CachedObject('batch/jobs/shop/work', revision, Buffer.from(json))
  }
}
