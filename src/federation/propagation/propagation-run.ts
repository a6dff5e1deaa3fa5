import type { CachedObject } from '#cache/cached-object.js'
import { EventRecorder } from '#controllers/events/event-recorder.js'
import { WorkQueue } from '#controllers/work-queue.js'
import { CLUSTER_STATUS, PLACEMENT } from '#federation/annotations.js'
import type { FederationContext } from '#federation/config.js'
import { finishedAt } from '#federation/jobs/finished-job.js'
import type { Member, Members } from '#federation/members/members.js'
import type { FederationMetrics } from '#federation/metrics.js'
import { placementReport } from '#federation/policies/placement-report.js'
import { Policies } from '#federation/policies/policies.js'
import type { Logger } from '#observe/logger.js'
import type { Tracing } from '#observe/trace/tracing.js'
import { AutoscaledObjects } from './autoscaled-objects.js'
import { CapacityChanges, dependsOnCapacity } from './capacity-changes.js'
import { ClusterLink } from './copies/cluster-link.js'
import { DesiredObjects, digestOf } from './copies/desired-object.js'
import type { LinkListener } from './copies/link-listener.js'
import type { FederatedKind } from './federated-kinds.js'
import type { Copy, FederatedObject } from './federated-object.js'
import { FederatedObjects } from './federated-objects.js'
import type { FederatedSpec } from './federated-spec.js'
import { evictionRecord } from './placing/eviction-record.js'
import { Placing } from './placing/placing.js'
import { Capacities } from './schedule/capacity.js'
import {
  DEFINITION_MISSING,
  type LinkedCluster,
  type Schedule,
  scheduleDeletion,
  scheduleObject,
  scheduleOrphans,
  stateUnserved,
} from './schedule/schedule.js'
import { clusterBreakdown, reportsOnlyPendingWrites } from './status/breakdown.js'
import type { ClusterState } from './status/cluster-state.js'
import { HostWriter } from './status/host-writer.js'
import { statusReport } from './status/status.js'
import { StatusQueue } from './status/status-queue.js'
import { WriteEvents } from './status/write-events.js'

/** How long an orphaning deletion waits for clusters. */
const ORPHANING_MS = 30_000
/** Concurrent reconciliations: most wait for nothing. */
const CONCURRENCY = 16

/** Propagation while this server leads. The next leader rebuilds all state. */
export class PropagationRun implements LinkListener {
  readonly desired: DesiredObjects
  readonly logger: Logger
  readonly tracing: Tracing
  readonly #context: FederationContext
  readonly #members: Members
  readonly #metrics: FederationMetrics
  readonly #host: HostWriter
  readonly #autoscaled: AutoscaledObjects
  readonly #announcements: WriteEvents
  readonly #objects: FederatedObjects
  readonly #placing: Placing
  readonly #links = new Map<string, ClusterLink>()
  /** Clusters that were ready at their last change. */
  readonly #ready = new Set<string>()
  readonly #capacities: Capacities
  readonly #capacityChanges = new CapacityChanges()
  readonly #queue: WorkQueue<FederatedObject>
  readonly #statusQueue: StatusQueue
  readonly #closing = new Set<Promise<void>>()
  readonly #release: () => void

  constructor(context: FederationContext, members: Members, metrics: FederationMetrics) {
    this.#context = context
    this.#members = members
    this.#metrics = metrics
    this.logger = context.logger
    this.tracing = context.tracing
    this.desired = new DesiredObjects(context.stores)
    this.#host = new HostWriter(context)
    this.#autoscaled = new AutoscaledObjects(this, this.#host)
    this.#announcements = new WriteEvents((component) => new EventRecorder(context, component))
    this.#capacities = new Capacities(context.clock, context.logger, (federated) => this.changed(federated))
    const onFailure = ({ key }: FederatedObject, error: unknown, failures: number) =>
      this.logger.debug({ key, failures, error: String(error) }, 'failed to propagate an object')
    this.#queue = new WorkQueue({
      concurrency: CONCURRENCY,
      work: (federated) => this.#reconcile(federated),
      backOff: (failures) => Math.min(100 * 2 ** (failures - 1), 60_000),
      onFailure,
    })
    this.#statusQueue = new StatusQueue((federated) => this.#report(federated), onFailure)
    this.#placing = new Placing(new Policies(context), this.#autoscaled, (key) => this.#objects.at(key))
    this.#objects = new FederatedObjects(context, this.#placing, {
      changed: (federated) => {
        this.#autoscaled.add(federated)
        // Our own status update is handled when it is written.
        if (federated.isBeingReported) return
        this.#queue.addAll(this.#autoscaled.scalersOf(federated))
        this.#queue.add(federated)
      },
      reassigned: (federated) => this.#queue.add(federated),
      forgotten: (federated) => {
        this.#autoscaled.forget(federated)
        this.#queue.addAll(this.#autoscaled.scalersOf(federated))
      },
      emptied: (kind) => {
        for (const link of this.#links.values()) link.forgetKind(kind)
        const definition = this.#objects.definitionOf(kind)
        if (definition !== undefined) this.#queue.add(definition)
      },
    })
    for (const { name } of members) this.#onClusterChanged(name)
    this.#objects.start()
    this.#release = members.follow((name) => {
      const isOnlyCapacity = this.#capacityChanges.isOnlyCapacity(name, members.get(name))
      this.#onClusterChanged(name)
      for (const federated of this.#objects.all)
        if (!isOnlyCapacity || dependsOnCapacity(federated)) this.#queue.add(federated)
    })
  }

  get pending(): number {
    let pending = this.#queue.size + this.#statusQueue.pending + this.#announcements.pending
    for (const link of this.#links.values()) pending += link.pending
    return pending
  }

  /** Pending writes per cluster. */
  *queues(): Generator<readonly [string, number]> {
    for (const { cluster, pending } of this.#links.values()) yield [cluster, pending]
  }

  /** Resolves when nothing is in progress; retries of failed members do not count. */
  async idle(): Promise<void> {
    do {
      await this.#queue.idle()
      await Promise.all([...this.#links.values()].map((link) => link.idle()))
      await this.#statusQueue.idle()
      await this.#announcements.written()
    } while (this.pending > 0)
  }

  async close(): Promise<void> {
    this.#release()
    this.#objects.close()
    this.#placing.close()
    await Promise.all([
      this.#queue.close(),
      this.#statusQueue.close(),
      ...[...this.#links.values()].map((link) => link.close()),
      ...this.#closing,
    ])
    await this.#announcements.close()
  }

  member(cluster: string): Member | undefined {
    return this.#members.get(cluster)
  }

  find(kind: FederatedKind, namespace: string, name: string): FederatedObject | undefined {
    return this.#objects.find(kind, namespace, name)
  }

  objectsOf(kind: FederatedKind): Iterable<FederatedObject> {
    return this.#objects.ofKind(kind)
  }

  changed(federated: FederatedObject): void {
    this.#queue.add(federated)
  }

  synced(kind: FederatedKind): void {
    this.#queue.addAll(this.objectsOf(kind))
  }

  begins(copy: Copy): void {
    if (copy.begins()) this.#announcements.begins(copy)
  }

  wrote({ intent }: Copy): void {
    this.#metrics.count(intent === 'absent' ? 'removed' : 'applied')
  }

  failed(copy: Copy, isNew: boolean): void {
    this.#metrics.count('failed')
    this.#announcements.failed(copy, isNew)
  }

  /** A definition may have changed in some cluster, which may serve its kind now, or has refused it. */
  #onDefinitionChanged(definition: FederatedObject): void {
    const kind = this.#objects.kindDefinedBy(definition)
    if (kind === undefined) return
    for (const link of this.#links.values()) {
      if (link.serves(kind)) continue
      if (definition.copies.get(link.cluster)?.observed?.isCurrent) link.rediscover(kind)
      this.#queue.addAll(this.#objects.ofKind(kind))
    }
  }

  #onClusterChanged(name: string): void {
    const member = this.#members.get(name)
    const link = this.#links.get(name)
    if (member?.client !== link?.client) {
      if (link !== undefined) this.#unlink(link)
      if (member?.client !== undefined) this.#links.set(name, new ClusterLink(name, member.client, this))
    }
    const wasReady = this.#ready.has(name)
    if (member?.isReady) {
      this.#ready.add(name)
      if (wasReady) return
      for (const { copies } of this.#objects.all) copies.get(name)?.retryNow()
      this.#links.get(name)?.resume()
    } else this.#ready.delete(name)
  }

  #unlink(link: ClusterLink): void {
    this.#links.delete(link.cluster)
    const closing = link.close()
    this.#closing.add(closing)
    void closing.finally(() => this.#closing.delete(closing))
    for (const { copies, requiredIn } of this.#objects.all) {
      copies.get(link.cluster)?.stopRetrying()
      copies.delete(link.cluster)
      requiredIn.delete(link.cluster)
    }
  }

  async #reconcile(federated: FederatedObject): Promise<void> {
    const { spec, stored } = federated
    if (stored === undefined) return
    const deletion = this.#objects.deletionOf(federated)
    // Its objects follow the deletion of a definition, so it stays until they are gone.
    if (deletion !== 'none' && this.#objects.isInUse(federated)) return
    if (deletion === 'orphan') return this.#orphan(federated)
    if (deletion === 'ignored') return
    const plan = this.#schedule(federated)
    if (plan.states.length === 0 && (deletion === 'cascade' || isWithdrawn(federated))) {
      await this.#autoscaled.release(federated)
      return deletion === 'cascade' ? this.#host.release(federated) : this.#host.withdraw(federated)
    }
    // The finalizer and what the plan remembers come before the copies: otherwise a deleted object could leave
    // copies behind, and a restart could assign a share twice.
    const { record, replanAt } = plan.outcome ?? {}
    const records = [record, evictionRecord(federated)].filter((one) => one !== undefined)
    const isUrgent = records.some((one) => one.isUrgent)
    if (deletion === 'none' && (isUrgent || (!spec.hasFinalizers && hasCopies(plan)))) {
      await this.#host.hold(federated, records)
      // The change of the object triggers another reconciliation.
      return
    }
    if (deletion === 'none' && !isWithdrawn(federated))
      await this.#autoscaled.follow(federated, this.#members)
    if (await this.#expires(federated, stored, replanAt)) return
    if (deletion === 'cascade') this.#reportWait(federated, plan.states)
    for (const { cluster, reason } of plan.states) {
      if (reason === DEFINITION_MISSING) this.#objects.requireDefinition(federated.kind, cluster)
    }
    for (const { copy, link } of plan.writes) link.write(copy)
    for (const { copy } of plan.states) this.#followCapacity(copy)
    this.#followDecision(federated)
    this.#statusQueue.add(federated)
    if (federated.kind.isPreserved) this.#onDefinitionChanged(federated)
  }

  /** Deletes a finished Job in time. Otherwise waits for that, or for the next plan. */
  async #expires(
    federated: FederatedObject,
    stored: CachedObject,
    replanAt: number | undefined,
  ): Promise<boolean> {
    const { clock } = this.#context
    const { ttlSecondsAfterFinished: ttl, deletion } = federated.spec
    const finished = ttl === undefined || deletion !== 'none' ? undefined : finishedAt(stored)
    const expiry = finished === undefined ? undefined : finished + (ttl ?? 0) * 1000
    if (expiry !== undefined && expiry <= clock.now()) {
      await this.#host.delete(federated)
      return true
    }
    const time = Math.min(expiry ?? Number.POSITIVE_INFINITY, replanAt ?? Number.POSITIVE_INFINITY)
    if (federated.timer?.time === time) return false
    federated.timer?.cancel()
    federated.timer = Number.isFinite(time)
      ? { time, cancel: clock.at(time, () => this.changed(federated)) }
      : undefined
    return false
  }

  /** Releases copies that stay. A cluster that does not respond in time keeps their labels. */
  async #orphan(federated: FederatedObject): Promise<void> {
    const { clock } = this.#context
    if (federated.orphanedBy === undefined) {
      const time = clock.now() + ORPHANING_MS
      federated.orphanedBy = { time, cancel: clock.at(time, () => this.changed(federated)) }
    }
    const { writes, states } = scheduleOrphans(federated, this.#clusters())
    if (states.length === 0 || clock.now() >= federated.orphanedBy.time) return this.#host.release(federated)
    for (const { copy, link } of writes) link.write(copy)
  }

  /** Records an event once for the clusters that a deletion waits for. */
  #reportWait(federated: FederatedObject, states: readonly ClusterState[]): void {
    const clusters = states.filter(({ state }) => state === 'Unreachable').map(({ cluster }) => cluster)
    const waitsFor = clusters.sort().join()
    if (waitsFor !== '' && waitsFor !== federated.waitsFor) this.#announcements.waits(federated, clusters)
    federated.waitsFor = waitsFor
  }

  #clusters(): readonly LinkedCluster[] {
    return [...this.#members].map((member) => ({ member, link: this.#links.get(member.name) }))
  }

  #schedule(federated: FederatedObject): Schedule {
    const clusters = this.#clusters()
    for (const changed of this.#placing.decide(federated, clusters, this.#context.clock.now()))
      this.#queue.add(changed)
    return federated.spec.deletion === 'cascade' || isWithdrawn(federated)
      ? scheduleDeletion(federated, clusters)
      : scheduleObject(federated, clusters, this.#context.clock.now(), (cluster) =>
          stateUnserved(cluster, federated.kind, this.#objects.definitionOf(federated.kind)),
        )
  }

  /** A toleration may end without any other change. */
  #followDecision(federated: FederatedObject): void {
    const { decision, review } = federated
    const time = decision?.reviewAt
    if (review?.time === time) return
    review?.cancel()
    const again = () => {
      federated.review = undefined
      this.changed(federated)
    }
    federated.review = time === undefined ? undefined : { time, cancel: this.#context.clock.at(time, again) }
  }

  #followCapacity(copy: Copy | undefined): void {
    const client = copy && this.#links.get(copy.cluster)?.client
    if (copy?.granted !== undefined && client !== undefined) this.#capacities.follow(copy, client)
  }

  async #report(federated: FederatedObject): Promise<void> {
    const { kind, spec, stored } = federated
    const deletion = this.#objects.deletionOf(federated)
    if (stored === undefined || deletion === 'ignored' || deletion === 'orphan') return
    const { states, outcome }: Schedule = this.#schedule(federated)
    if (this.#statusQueue.canWait(federated) && reportsOnlyPendingWrites(kind, states, lastReport(stored))) {
      this.#statusQueue.add(federated)
      return
    }
    federated.unreportedSince = undefined
    if (states.length === 0 && isWithdrawn(federated)) return
    // An object that is and was in no cluster has nothing to report.
    const placement = federated.decision && placementReport(federated.decision)
    if (
      states.length === 0 &&
      spec.placementError === undefined &&
      lastReport(stored) === undefined &&
      placement === lastPlacement(stored)
    )
      return
    const report = statusReport(federated, states)
    const breakdown = clusterBreakdown(kind, states)
    // A reconciliation stores an urgent record, and acts upon it.
    const record = outcome?.record?.isUrgent ? undefined : outcome?.record
    if (outcome?.record?.isUrgent || evictionRecord(federated)) this.#queue.add(federated)
    const details = kind.plan && states.map(({ copy }) => copy?.observed?.job ?? copy?.observed?.autoscaler)
    const digest = digestOf(
      JSON.stringify([report, spec.generation, breakdown, placement, record?.value, details, spec.divided]),
    )
    if (federated.reported === digest) return
    federated.isBeingReported = true
    try {
      const written = await this.#host.report(federated, { report, states, breakdown, placement, record })
      if (written !== undefined && federated.stored?.revision === written.revision) {
        federated.reported = digest
      }
    } finally {
      federated.isBeingReported = false
      const isOurs = federated.reported === digest && saysTheSame(federated.spec, spec)
      // Another change happened meanwhile. A plan of Jobs depends on its record and on the status.
      if (federated.stored !== stored && (!isOurs || kind.plan === 'jobs')) this.#queue.add(federated)
    }
  }
}

/** Whether the object is no longer selected: its copies are removed. A definition that others need stays. */
const isWithdrawn = ({ isSelected, kind }: FederatedObject) => !isSelected && !kind.isPreserved

/** Whether two versions mean the same for all clusters. */
const saysTheSame = (one: FederatedSpec, other: FederatedSpec) =>
  one.source === other.source && one.deletion === other.deletion && one.hasFinalizers === other.hasFinalizers

const lastPlacement = (stored: CachedObject) => stored.metadata().annotations?.[PLACEMENT]

const lastReport = (stored: CachedObject) => stored.metadata().annotations?.[CLUSTER_STATUS]

const hasCopies = ({ writes, states }: Schedule) =>
  writes.length > 0 || states.some(({ copy }) => copy?.isOurs === true)
