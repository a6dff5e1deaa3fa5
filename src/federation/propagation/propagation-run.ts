import type { CachedObject } from '#cache/cached-object.js'
import { EventRecorder } from '#controllers/events/event-recorder.js'
import { WorkQueue } from '#controllers/work-queue.js'
import { CLUSTER_STATUS } from '#federation/annotations.js'
import type { FederationContext } from '#federation/config.js'
import type { Member, Members } from '#federation/members/members.js'
import type { FederationMetrics } from '#federation/metrics.js'
import type { Logger } from '#observe/logger.js'
import type { ObjectChange } from '#registry/change-feed.js'
import { objectKey } from '#registry/keys.js'
import { ClusterLink, type LinkListener } from './copies/cluster-link.js'
import { DesiredObjects, digestOf } from './copies/desired-object.js'
import { type Copy, Federated } from './federated.js'
import { FEDERATED_KINDS, type FederatedKind } from './federated-kinds.js'
import type { FederatedSpec } from './federated-object.js'
import { Capacities } from './schedule/capacity.js'
import { type Plan, type PlannedCluster, planDeletion, planObject, planOrphans } from './schedule/schedule.js'
import { FederationScope } from './scope.js'
import { breakdownOf, tellsOnlyOfWrites } from './status/breakdown.js'
import type { ClusterState } from './status/cluster-state.js'
import { HostWriter } from './status/host-writer.js'
import { statusReport } from './status/status.js'
import { Reports } from './status/status-queue.js'
import { WriteEvents } from './status/write-events.js'

/** For how long a deletion waits for clusters that are to keep their copies, in milliseconds. */
const ORPHANING_MS = 30_000
/** How many objects are looked at at a time: most looks wait for nothing. */
const CONCURRENCY = 16

const KINDS: ReadonlyMap<string, FederatedKind> = new Map(FEDERATED_KINDS.map((kind) => [kind.prefix, kind]))

/** Propagation as long as this server leads: all that is known is found out anew by the server that leads next. */
export class PropagationRun implements LinkListener {
  readonly desired: DesiredObjects
  readonly logger: Logger
  readonly #parts: FederationContext
  readonly #members: Members
  readonly #metrics: FederationMetrics
  readonly #scope: FederationScope
  readonly #host: HostWriter
  readonly #announcements: WriteEvents
  readonly #objects = new Map<string, Federated>()
  readonly #links = new Map<string, ClusterLink>()
  /** The names of clusters that were ready when they were last looked at. */
  readonly #ready = new Set<string>()
  readonly #capacities: Capacities
  readonly #plans: WorkQueue<Federated>
  readonly #reports: Reports
  readonly #closing = new Set<Promise<void>>()
  readonly #release: readonly (() => void)[]

  constructor(parts: FederationContext, members: Members, metrics: FederationMetrics) {
    this.#parts = parts
    this.#members = members
    this.#metrics = metrics
    this.logger = parts.logger
    this.desired = new DesiredObjects(parts.stores)
    this.#scope = new FederationScope(parts.config.namespace)
    this.#host = new HostWriter(parts)
    this.#announcements = new WriteEvents(
      new Map(FEDERATED_KINDS.map((kind) => [kind, new EventRecorder(parts, kind.component)])),
    )
    this.#capacities = new Capacities(parts.clock, parts.logger, (federated) => this.changed(federated))
    const onFailure = ({ key }: Federated, error: unknown, failures: number) =>
      this.logger.debug({ key, failures, error: String(error) }, 'an object could not be federated')
    this.#plans = new WorkQueue({
      concurrency: CONCURRENCY,
      work: (federated) => this.#plan(federated),
      backOff: (failures) => Math.min(100 * 2 ** (failures - 1), 60_000),
      onFailure,
    })
    this.#reports = new Reports((federated) => this.#report(federated), onFailure)
    for (const { name } of members) this.#look(name)
    this.#fill()
    this.#release = [
      parts.feed.follow(
        (change) => this.#apply(change),
        ({ prefix }) => KINDS.has(prefix),
      ),
      members.follow((name) => {
        this.#look(name)
        this.#plans.addAll(this.#objects.values())
      }),
    ]
    this.#plans.addAll(this.#objects.values())
  }

  get pending(): number {
    let pending = this.#plans.size + this.#reports.pending + this.#announcements.pending
    for (const link of this.#links.values()) pending += link.pending
    return pending
  }

  /** How many copies wait to be written, or are being written, by the names of clusters. */
  *queues(): Generator<readonly [string, number]> {
    for (const { cluster, pending } of this.#links.values()) yield [cluster, pending]
  }

  /** Resolves when nothing is under way: what waits for a member to mend does not count. */
  async idle(): Promise<void> {
    do {
      await this.#plans.idle()
      await Promise.all([...this.#links.values()].map((link) => link.idle()))
      await this.#reports.idle()
      await this.#announcements.written()
    } while (this.pending > 0)
  }

  async close(): Promise<void> {
    for (const release of this.#release) release()
    for (const { copies, orphanedBy } of this.#objects.values()) {
      orphanedBy?.cancel()
      for (const copy of copies.values()) copy.rest()
    }
    await Promise.all([
      this.#plans.close(),
      this.#reports.close(),
      ...[...this.#links.values()].map((link) => link.close()),
      ...this.#closing,
    ])
    await this.#announcements.close()
  }

  member(cluster: string): Member | undefined {
    return this.#members.get(cluster)
  }

  find(kind: FederatedKind, namespace: string, name: string): Federated | undefined {
    return this.#objects.get(objectKey(kind, kind.isNamespaced ? namespace : undefined, name))
  }

  *objectsOf(kind: FederatedKind): Generator<Federated> {
    for (const federated of this.#objects.values()) if (federated.kind === kind) yield federated
  }

  changed(federated: Federated): void {
    this.#plans.add(federated)
  }

  synced(kind: FederatedKind): void {
    this.#plans.addAll(this.objectsOf(kind))
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
    const { feed, kinds } = this.#parts
    for (const kind of FEDERATED_KINDS) {
      const stored = kinds.storedUnder(kind.prefix)
      if (stored === undefined) continue
      for (const object of feed.objectsOf(stored)) {
        if (this.#scope.includes(kind, object)) this.#objects.set(object.key, new Federated(kind, object))
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
      // What our own report changes is looked at when the report is written.
      if (!known.isBeingReported) this.#plans.add(known)
      return
    }
    if (known !== undefined) this.#forget(known)
    const federated = new Federated(kind, after)
    this.#objects.set(key, federated)
    this.#plans.add(federated)
  }

  #forget(federated: Federated): void {
    this.#objects.delete(federated.key)
    federated.stored = undefined
    federated.orphanedBy?.cancel()
    for (const copy of federated.copies.values()) copy.rest()
  }

  /** Takes note of what has become of a cluster. */
  #look(name: string): void {
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
      for (const { copies } of this.#objects.values()) copies.get(name)?.tryAgain()
      this.#links.get(name)?.resume()
    } else this.#ready.delete(name)
  }

  #unlink(link: ClusterLink): void {
    this.#links.delete(link.cluster)
    const closing = link.close()
    this.#closing.add(closing)
    void closing.finally(() => this.#closing.delete(closing))
    for (const { copies } of this.#objects.values()) {
      copies.get(link.cluster)?.rest()
      copies.delete(link.cluster)
    }
  }

  async #plan(federated: Federated): Promise<void> {
    const { spec, stored } = federated
    if (stored === undefined) return
    if (spec.deletion === 'orphan') return this.#orphan(federated)
    if (spec.deletion === 'ignored') return
    const plan = this.#planned(federated)
    if (spec.deletion === 'cascade' && plan.states.length === 0) return this.#host.release(federated)
    // What is held is copied: a copy of an object that is gone would never be removed.
    if (spec.deletion === 'none' && !spec.hasFinalizers && hasCopies(plan)) {
      await this.#host.hold(federated)
      // The change of the object has this looked at again.
      return
    }
    if (spec.deletion === 'cascade') this.#tellWait(federated, plan.states)
    for (const { copy, link } of plan.writes) link.write(copy)
    for (const { copy } of plan.states) this.#followCapacity(copy)
    this.#reports.want(federated)
  }

  /** Copies that stay are no copies any more. A cluster that cannot be told so in time keeps the marks. */
  async #orphan(federated: Federated): Promise<void> {
    const { clock } = this.#parts
    if (federated.orphanedBy === undefined) {
      const time = clock.now() + ORPHANING_MS
      federated.orphanedBy = { time, cancel: clock.at(time, () => this.changed(federated)) }
    }
    const { writes, states } = planOrphans(federated, this.#clusters())
    if (states.length === 0 || clock.now() >= federated.orphanedBy.time) return this.#host.release(federated)
    for (const { copy, link } of writes) link.write(copy)
  }

  /** Tells once for which clusters a deletion waits. */
  #tellWait(federated: Federated, states: readonly ClusterState[]): void {
    const clusters = states.filter(({ state }) => state === 'Unreachable').map(({ cluster }) => cluster)
    const waitsFor = clusters.sort().join()
    if (waitsFor !== '' && waitsFor !== federated.waitsFor) this.#announcements.waits(federated, clusters)
    federated.waitsFor = waitsFor
  }

  #clusters(): readonly PlannedCluster[] {
    return [...this.#members].map((member) => ({ member, link: this.#links.get(member.name) }))
  }

  #planned(federated: Federated): Plan {
    const clusters = this.#clusters()
    return federated.spec.deletion === 'cascade'
      ? planDeletion(federated, clusters)
      : planObject(federated, clusters, this.#parts.clock.now())
  }

  #followCapacity(copy: Copy | undefined): void {
    const client = copy && this.#links.get(copy.cluster)?.client
    if (copy?.granted !== undefined && client !== undefined) this.#capacities.follow(copy, client)
  }

  async #report(federated: Federated): Promise<void> {
    const { kind, spec, stored } = federated
    if (stored === undefined || spec.deletion === 'ignored' || spec.deletion === 'orphan') return
    const states: readonly ClusterState[] = this.#planned(federated).states
    if (this.#reports.canWait(federated) && tellsOnlyOfWrites(kind, states, lastReport(stored))) {
      this.#reports.want(federated)
      return
    }
    federated.unreportedSince = undefined
    // Nothing is said about an object that is nowhere, and never was.
    if (states.length === 0 && spec.problem === undefined && lastReport(stored) === undefined) return
    const report = statusReport(federated, states)
    const breakdown = breakdownOf(kind, states)
    const digest = digestOf(JSON.stringify([report, spec.generation, breakdown]))
    if (federated.reported === digest) return
    federated.isBeingReported = true
    try {
      const written = await this.#host.report(federated, report, breakdown)
      if (written !== undefined && federated.stored?.revision === written.revision) {
        federated.reported = digest
      }
    } finally {
      federated.isBeingReported = false
      const isOurs = federated.reported === digest && saysTheSame(federated.spec, spec)
      // Something else has changed meanwhile.
      if (federated.stored !== stored && !isOurs) this.#plans.add(federated)
    }
  }
}

/** Whether two versions of an object ask the same of its clusters. */
const saysTheSame = (one: FederatedSpec, other: FederatedSpec) =>
  one.source === other.source && one.deletion === other.deletion && one.hasFinalizers === other.hasFinalizers

const lastReport = (stored: CachedObject) => stored.metadata().annotations?.[CLUSTER_STATUS]

const hasCopies = ({ writes, states }: Plan) =>
  writes.length > 0 || states.some(({ copy }) => copy?.isOurs === true)
