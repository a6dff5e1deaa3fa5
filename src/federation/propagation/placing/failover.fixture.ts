import { CachedObject } from '#cache/cached-object.js'
import { CLUSTER_STATUS, EVICTIONS } from '#federation/annotations.js'
import type { Member } from '#federation/members/members.js'
import type { ClusterFacts } from '#federation/policies/cluster-facts.js'
import { observe } from '#federation/propagation/copies/observed-copy.js'
import { FEDERATED_KINDS, type FederatedKind } from '#federation/propagation/federated-kinds.js'
import { type Copy, FederatedObject } from '#federation/propagation/federated-object.js'
import { type CopyLink, scheduleObject } from '#federation/propagation/schedule/schedule.js'
import { clusterBreakdown } from '#federation/propagation/status/breakdown.js'
import type { PropagationSpec } from '#kinds/federation/policies/propagation.js'
import { evictionRecord } from './eviction-record.js'
import { decideObject } from './object-decision.js'

const DEPLOYMENT = FEDERATED_KINDS.find(({ kind }) => kind === 'Deployment') as FederatedKind
const UID = 'u'

/** A member in which a Deployment runs, in memory. */
export class SimulatedMember implements CopyLink {
  facts: ClusterFacts
  /** How many of its pods can run. */
  room: number
  replicas: number | undefined
  ready = 0
  /** Whether the host has listed the member since it started, or since the member came back. */
  isSynced = true
  readonly labels = ''
  readonly #onWrite: (member: SimulatedMember, copy: Copy) => void
  #version = 0

  constructor(facts: ClusterFacts, room: number, onWrite: (member: SimulatedMember, copy: Copy) => void) {
    this.facts = facts
    this.room = room
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

  /** Does at once what a client would do. */
  write(copy: Copy): void {
    this.#onWrite(this, copy)
    if (copy.intent === 'absent') this.replicas = undefined
    else this.replicas = copy.granted ?? 0
    this.ready = Math.min(this.ready, this.replicas ?? 0)
    this.show(copy)
    copy.wrote(copy.observed?.fingerprint ?? '', copy.granted, undefined)
    copy.appliedSource = copy.federated.source
  }

  /** Pods start where there is room. */
  start(): void {
    this.ready = Math.min(this.replicas ?? 0, this.room)
  }

  /** The host sees the copy as it is. */
  show(copy: Copy): void {
    copy.appliedLabels = this.labels
    if (this.replicas === undefined) {
      copy.forget()
      return
    }
    const { replicas, ready } = this
    this.#version++
    const observed = observe(DEPLOYMENT, {
      metadata: {
        name: 'web',
        namespace: 'shop',
        uid: this.facts.name,
        resourceVersion: String(this.#version),
        generation: 1,
        annotations: { 'federation.binnacle.dev/owned-by': UID },
      },
      spec: { replicas },
      status: { observedGeneration: 1, replicas, updatedReplicas: replicas, readyReplicas: ready },
    })
    copy.observed = observed
    copy.trustedFingerprint = observed.fingerprint
    copy.appliedSource = copy.federated.source
  }
}

/** A Deployment on a host, and the part of a server that reconciles it. */
export class SimulatedObject {
  replicas: number
  policy: PropagationSpec
  annotations: Record<string, string> = {}
  federated: FederatedObject
  #revision = 1
  #policyVersion = 1

  constructor(replicas: number, policy: PropagationSpec) {
    this.replicas = replicas
    this.policy = policy
    this.federated = new FederatedObject(DEPLOYMENT, this.#stored())
    this.setPolicy(policy)
  }

  /** Another server takes over: it knows only what is stored. */
  restart(): void {
    this.federated = new FederatedObject(DEPLOYMENT, this.#stored())
    this.setPolicy(this.policy)
  }

  setPolicy(spec: PropagationSpec): void {
    this.policy = spec
    const version = String(this.#policyVersion++)
    this.federated.policy = { kind: 'PropagationPolicy', namespace: 'shop', name: 'p', version, spec }
  }

  scale(replicas: number): void {
    this.replicas = replicas
    this.#save()
  }

  decide(members: readonly SimulatedMember[], now: number) {
    const clusters = members.map((link) => ({ member: link.member, link }))
    return decideObject(this.federated, { clusters, neededBy: () => undefined, isNeeded: false, now })
  }

  /** Reconciles once, as the server does. Returns whether anything was written. */
  reconcile(members: readonly SimulatedMember[], now: number): boolean {
    const { federated } = this
    const clusters = members.map((link) => ({ member: link.member, link }))
    federated.decision = this.decide(members, now)
    const { writes, states } = scheduleObject(federated, clusters, now)
    const record = evictionRecord(federated)
    if (record !== undefined) {
      this.#annotate(EVICTIONS, record.value)
      return true
    }
    for (const { copy, link } of writes) link.write(copy)
    this.#annotate(CLUSTER_STATUS, clusterBreakdown(DEPLOYMENT, states))
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
    const { annotations, replicas } = this
    const metadata = { name: 'web', namespace: 'shop', uid: UID, generation: replicas + 1, annotations }
    const json = JSON.stringify({ metadata: { ...metadata, creationTimestamp: null }, spec: { replicas } })
    const revision = this.#revision as CachedObject['revision']
    return new CachedObject('extensions/deployments/shop/web', revision, Buffer.from(json))
  }
}
