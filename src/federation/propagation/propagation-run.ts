import type { CachedObject } from '#cache/cached-object.js'
import { EventRecorder } from '#controllers/events/event-recorder.js'
import { WorkQueue } from '#controllers/work-queue.js'
import { CLUSTER_STATUS } from '#federation/annotations.js'
import type { FederationContext } from '#federation/config.js'
import { finishedAt } from '#federation/jobs/finished-job.js'
import type { Member, Members } from '#federation/members/members.js'
import type { FederationMetrics } from '#federation/metrics.js'
import type { Logger } from '#observe/logger.js'
import type { ObjectChange } from '#registry/change-feed.js'
import { objectKey } from '#registry/keys.js'
import { AutoscaledObjects } from './autoscaled-objects.js'
import { ClusterLink } from './copies/cluster-link.js'
import { DesiredObjects, digestOf } from './copies/desired-object.js'
import type { LinkListener } from './copies/link-listener.js'
import { FEDERATED_KINDS, type FederatedKind } from './federated-kinds.js'
import { type Copy, FederatedObject } from './federated-object.js'
import type { FederatedSpec } from './federated-spec.js'
import { Capacities } from './schedule/capacity.js'
import {
  type LinkedCluster,
  type Schedule,
  scheduleDeletion,
  scheduleObject,
  scheduleOrphans,
} from './schedule/schedule.js'
import { FederationScope } from './scope.js'
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

const KINDS: ReadonlyMap<string, FederatedKind> = new Map(FEDERATED_KINDS.map((kind) => [kind.prefix, kind]))

/** Propagation while this server leads. The next leader rebuilds all state. */
export class PropagationRun implements LinkListener {
  readonly desired: DesiredObjects
  readonly logger: Logger
  readonly #context: FederationContext
  readonly #members: Members
  readonly #metrics: FederationMetrics
  readonly #scope: FederationScope
  readonly #host: HostWriter
  readonly #autoscaled: AutoscaledObjects
  readonly #announcements: WriteEvents
  readonly #objects = new Map<string, FederatedObject>()
  readonly #links = new Map<string, ClusterLink>()
  /** Clusters that were ready at their last change. */
  readonly #ready = new Set<string>()
  readonly #capacities: Capacities
  readonly #queue: WorkQueue<FederatedObject>
  readonly #statusQueue: StatusQueue
  readonly #closing = new Set<Promise<void>>()
  readonly #release: readonly (() => void)[]

  constructor(context: FederationContext, members: Members, metrics: FederationMetrics) {
    this.#context = context
    this.#members = members
    this.#metrics = metrics
    this.logger = context.logger
    this.desired = new DesiredObjects(context.stores)
    this.#scope = new FederationScope(context.config.namespace)
    this.#host = new HostWriter(context)
    this.#autoscaled = new AutoscaledObjects(this, this.#host)
    this.#announcements = new WriteEvents(
      new Map(FEDERATED_KINDS.map((kind) => [kind, new EventRecorder(context, kind.component)])),
    )
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
    for (const { name } of members) this.#onClusterChanged(name)
    this.#fill()
    this.#release = [
      context.feed.follow(
        (change) => this.#apply(change),
        ({ prefix }) => KINDS.has(prefix),
      ),
      members.follow((name) => {
        this.#onClusterChanged(name)
        this.#queue.addAll(this.#objects.values())
      }),
    ]
    this.#queue.addAll(this.#objects.values())
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
    for (const release of this.#release) release()
    for (const { copies, orphanedBy, timer } of this.#objects.values()) {
      orphanedBy?.cancel()
      timer?.cancel()
      for (const copy of copies.values()) copy.stopRetrying()
    }
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
    return this.#objects.get(objectKey(kind, kind.isNamespaced ? namespace : undefined, name))
  }

  *objectsOf(kind: FederatedKind): Generator<FederatedObject> {
    for (const federated of this.#objects.values()) if (federated.kind === kind) yield federated
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

  #fill(): void {
    const { feed, kinds } = this.#context
    for (const kind of FEDERATED_KINDS) {
      const stored = kinds.storedUnder(kind.prefix)
      if (stored === undefined) continue
      for (const object of feed.objectsOf(stored)) {
        if (this.#scope.includes(kind, object)) this.#add(kind, object)
      }
    }
  }

  #apply({ kind: { prefix }, before, after }: ObjectChange): void {
    const kind = KINDS.get(prefix)
    const key = (after ?? before)?.key ?? ''
    if (kind === undefined) return
    const known = this.#objects.get(key)
    if (after === undefined || !this.#scope.includes(kind, after)) {
      if (known !== undefined) this.#forget(known)
      return
    }
    if (known?.isSame(after)) {
      known.update(after)
      this.#queue.addAll(this.#autoscaled.scalersOf(known))
      // Our own status update is handled when it is written.
      if (!known.isBeingReported) this.#queue.add(known)
      return
    }
    if (known !== undefined) this.#forget(known)
    const federated = this.#add(kind, after)
    this.#queue.add(federated)
    this.#queue.addAll(this.#autoscaled.scalersOf(federated))
  }

  #add(kind: FederatedKind, object: CachedObject): FederatedObject {
    const federated = new FederatedObject(kind, object)
    this.#objects.set(object.key, federated)
    this.#autoscaled.add(federated)
    return federated
  }

  #forget(federated: FederatedObject): void {
    this.#objects.delete(federated.key)
    federated.stored = undefined
    federated.orphanedBy?.cancel()
    federated.timer?.cancel()
    this.#autoscaled.forget(federated)
    for (const copy of federated.copies.values()) copy.stopRetrying()
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
      for (const { copies } of this.#objects.values()) copies.get(name)?.retryNow()
      this.#links.get(name)?.resume()
    } else this.#ready.delete(name)
  }

  #unlink(link: ClusterLink): void {
    this.#links.delete(link.cluster)
    const closing = link.close()
    this.#closing.add(closing)
    void closing.finally(() => this.#closing.delete(closing))
    for (const { copies } of this.#objects.values()) {
      copies.get(link.cluster)?.stopRetrying()
      copies.delete(link.cluster)
    }
  }

  async #reconcile(federated: FederatedObject): Promise<void> {
    const { spec, stored } = federated
    if (stored === undefined) return
    if (spec.deletion === 'orphan') return this.#orphan(federated)
    if (spec.deletion === 'ignored') return
    const plan = this.#schedule(federated)
    if (spec.deletion === 'cascade' && plan.states.length === 0) {
      await this.#autoscaled.release(federated)
      return this.#host.release(federated)
    }
    // The finalizer and what the plan remembers come before the copies: otherwise a deleted object could leave
    // copies behind, and a restart could assign a share twice.
    const { record, replanAt } = plan.outcome ?? {}
    if (spec.deletion === 'none' && (record?.isUrgent || (!spec.hasFinalizers && hasCopies(plan)))) {
      await this.#host.hold(federated, record)
      // The change of the object triggers another reconciliation.
      return
    }
    if (spec.deletion === 'none') await this.#autoscaled.follow(federated, this.#members)
    if (await this.#expires(federated, stored, replanAt)) return
    if (spec.deletion === 'cascade') this.#reportWait(federated, plan.states)
    for (const { copy, link } of plan.writes) link.write(copy)
    for (const { copy } of plan.states) this.#followCapacity(copy)
    this.#statusQueue.add(federated)
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
    return federated.spec.deletion === 'cascade'
      ? scheduleDeletion(federated, clusters)
      : scheduleObject(federated, clusters, this.#context.clock.now())
  }

  #followCapacity(copy: Copy | undefined): void {
    const client = copy && this.#links.get(copy.cluster)?.client
    if (copy?.granted !== undefined && client !== undefined) this.#capacities.follow(copy, client)
  }

  async #report(federated: FederatedObject): Promise<void> {
    const { kind, spec, stored } = federated
    if (stored === undefined || spec.deletion === 'ignored' || spec.deletion === 'orphan') return
    const { states, outcome }: Schedule = this.#schedule(federated)
    if (this.#statusQueue.canWait(federated) && reportsOnlyPendingWrites(kind, states, lastReport(stored))) {
      this.#statusQueue.add(federated)
      return
    }
    federated.unreportedSince = undefined
    // An object that is and was in no cluster has nothing to report.
    if (states.length === 0 && spec.placementError === undefined && lastReport(stored) === undefined) return
    const report = statusReport(federated, states)
    const breakdown = clusterBreakdown(kind, states)
    // A reconciliation stores an urgent record, and acts upon it.
    const record = outcome?.record?.isUrgent ? undefined : outcome?.record
    if (outcome?.record?.isUrgent) this.#queue.add(federated)
    const details = kind.plan && states.map(({ copy }) => copy?.observed?.job ?? copy?.observed?.autoscaler)
    const digest = digestOf(
      JSON.stringify([report, spec.generation, breakdown, record?.value, details, spec.divided]),
    )
    if (federated.reported === digest) return
    federated.isBeingReported = true
    try {
      const written = await this.#host.report(federated, { report, states, breakdown, record })
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

/** Whether two versions mean the same for all clusters. */
const saysTheSame = (one: FederatedSpec, other: FederatedSpec) =>
  one.source === other.source && one.deletion === other.deletion && one.hasFinalizers === other.hasFinalizers

const lastReport = (stored: CachedObject) => stored.metadata().annotations?.[CLUSTER_STATUS]

const hasCopies = ({ writes, states }: Schedule) =>
  writes.length > 0 || states.some(({ copy }) => copy?.isOurs === true)
