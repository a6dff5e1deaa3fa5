import { setMaxListeners } from 'node:events'
import { QueueController } from '#controllers/queue-controller.js'
import type { FederationContext } from '#federation/config.js'
import type { ClusterMember } from '#federation/members/cluster-member.js'
import { CLUSTERS, type ClusterMembers } from '#federation/members/cluster-members.js'
import type { MemberClient, Refusal } from '#federation/members/member-client.js'
import type { Cluster } from '#kinds/federation/cluster/schema.js'
import { ApiError } from '#meta/api-error.js'
import { ClusterStatusWriter, MAX_REPORT_AGE_MS } from './cluster-status.js'
import { ClusterHealth, type Probe, resultOf } from './health.js'
import { type MemberFacts, memberFacts, UNKNOWN_LOCATION } from './member-facts.js'
import { probeMember } from './probe.js'

/**
 * Probe timeout: the probe interval, within these bounds. A distant or briefly busy member is not unreachable,
 * however often it is probed.
 */
const MIN_DEADLINE_MS = 1_000
const MAX_DEADLINE_MS = 5_000
/** A recovering member is probed this many times as often. */
const RECOVERY = 5
/** First delay before incomplete member facts are requested again. */
const FACTS_MS = 1_000
/** Random share of the interval, so that members are not probed all at once. */
const JITTER = 0.1

/** How long a refused response is reported. Recurring requests repeat within this time. */
const REFUSAL_MS = 10 * 60_000

interface ProbedCluster {
  readonly name: string
  readonly health: ClusterHealth
  /** Whether to probe the member; otherwise only its facts are refreshed. */
  isProbeDue: boolean
  /** The pending refresh of incomplete member facts. */
  facts: { readonly delay: number; readonly cancel: () => void } | undefined
  /** The last refused response, and when it was first seen. */
  refusal: { readonly of: Refusal; readonly since: number } | undefined
  /** The client of the last probe. */
  client: MemberClient | undefined
  cancel: () => void
}

/** Probes all members concurrently and writes the results to their Clusters. */
export class ClusterController extends QueueController<ProbedCluster> {
  readonly name = 'clusters'
  readonly #federation: FederationContext
  readonly #members: ClusterMembers
  readonly #status: ClusterStatusWriter
  readonly #clusters = new Map<string, ProbedCluster>()
  readonly #end = new AbortController()

  constructor(context: FederationContext, members: ClusterMembers) {
    // Every probe has a timeout, and waiting costs nothing.
    super(context, Number.POSITIVE_INFINITY)
    this.#federation = context
    this.#members = members
    this.#status = new ClusterStatusWriter(context)
    // Every probe has one.
    setMaxListeners(0, this.#end.signal)
  }

  protected follow(): readonly (() => void)[] {
    this.#members.start()
    return [this.#members.follow((name) => this.#onClusterChanged(name)), () => this.#members.close()]
  }

  protected lead(): Iterable<ProbedCluster> {
    // The previous leader's state is in the Clusters.
    this.#forgetAll()
    for (const { name } of this.#members) this.#begin(name)
    return [...this.#clusters.values()]
  }

  override get pending(): number {
    return super.pending + this.#status.pending
  }

  override async settled(): Promise<void> {
    await super.settled()
    await this.#status.written()
  }

  override async close(): Promise<void> {
    this.#end.abort()
    this.#forgetAll()
    await super.close()
    await this.#status.written()
  }

  protected onFailure({ name }: ProbedCluster, error: unknown, failures: number): void {
    this.context.logger.warn(
      { cluster: name, failures, err: error },
      'failed to report the status of a cluster',
    )
  }

  /** A cluster was added, removed, or has a new client. The last two change what a probe would find. */
  #onClusterChanged(name: string): void {
    const known = this.#clusters.get(name)
    const member = this.#members.get(name)
    if (member === undefined) {
      if (known !== undefined) end(known)
      this.#clusters.delete(name)
    } else if (this.isLeading && (known === undefined || known.client !== member.client)) {
      this.#addProbe(known ?? this.#begin(name))
    }
  }

  #begin(name: string): ProbedCluster {
    const before = resultOf(this.#find(name)?.status?.conditions ?? [])
    const cluster = {
      name,
      health: new ClusterHealth(before),
      isProbeDue: true,
      facts: undefined,
      refusal: undefined,
      client: undefined,
      cancel: () => undefined,
    }
    this.#clusters.set(name, cluster)
    return cluster
  }

  #forgetAll(): void {
    for (const probed of this.#clusters.values()) end(probed)
    this.#clusters.clear()
  }

  protected async work(probed: ProbedCluster): Promise<void> {
    const member = this.#members.get(probed.name)
    if (member === undefined || this.#clusters.get(probed.name) !== probed) return
    if (!probed.isProbeDue) return this.#refreshFacts(probed)
    probed.isProbeDue = false
    try {
      await this.#probeAndReport(probed, member)
    } catch (error) {
      // A retry repeats the whole probe.
      probed.isProbeDue = true
      throw error
    }
    if (this.#clusters.get(probed.name) === probed) this.#schedule(probed)
  }

  async #probeAndReport(probed: ProbedCluster, member: ClusterMember): Promise<void> {
    const { name, health } = probed
    probed.cancel()
    await this.#members.found(name)
    probed.client = member.client
    const probe = await this.#probe(member)
    // With a new client, the response is from the previous address.
    if (!this.#mayReport(probed) || probed.client !== member.client) return
    const current = health.observe(probe)
    if (!health.isInDoubt) await this.#report(probed, current)
  }

  async #refreshFacts(probed: ProbedCluster): Promise<void> {
    const { current, isInDoubt } = probed.health
    if (current !== undefined && !isInDoubt) await this.#report(probed, current, true)
  }

  /** Whether this server still leads and the cluster is still the same. */
  #mayReport(probed: ProbedCluster): boolean {
    return this.context.leadership.isLeading && this.#clusters.get(probed.name) === probed
  }

  async #probe({ client, error }: ClusterMember): Promise<Probe> {
    if (client === undefined) return { result: 'unreachable', path: '', error }
    return probeMember(client, this.#timeoutMs, this.#end.signal)
  }

  /** The refused response to report, if any. */
  #refusal(probed: ProbedCluster): string | undefined {
    const now = this.#federation.clock.now()
    const last = probed.client?.refusal
    if (last !== probed.refusal?.of) probed.refusal = last && { of: last, since: now }
    const { refusal } = probed
    return refusal !== undefined && now - refusal.since < REFUSAL_MS ? refusal.of.message : undefined
  }

  /** Writes the health of a cluster if it changed; `refreshesFacts` also requests version and location. */
  async #report(probed: ProbedCluster, counted: Probe, refreshesFacts = false): Promise<void> {
    const cluster = this.#find(probed.name)
    if (cluster === undefined) return
    const probe = { ...counted, refusal: this.#refusal(probed) }
    const isOutdated = this.#status.isOutdated(cluster, probe)
    if (!isOutdated && !refreshesFacts) return
    const facts = await this.#facts(probed, probe)
    if (!this.#mayReport(probed)) return
    this.#refreshFactsLater(probed, probe, facts)
    if (!isOutdated && !this.#status.hasNewFacts(cluster, facts)) return
    try {
      await this.#status.report(cluster, probe, facts)
    } catch (error) {
      // The cluster was deleted meanwhile.
      if (!(error instanceof ApiError && error.error === 'notFound')) throw error
    }
  }

  #facts({ client }: ProbedCluster, { result }: Probe): Promise<MemberFacts> | MemberFacts {
    if (client === undefined || result === 'unreachable')
      return { version: undefined, location: UNKNOWN_LOCATION }
    return memberFacts(client, { timeoutMs: this.#timeoutMs, signal: this.#end.signal })
  }

  /**
   * A new member may not allow listing nodes yet, or have no labeled nodes yet. The facts are requested again,
   * with growing delays.
   */
  #refreshFactsLater(probed: ProbedCluster, { result }: Probe, { version, location }: MemberFacts): void {
    const { clock } = this.#federation
    const { facts } = probed
    facts?.cancel()
    probed.facts = undefined
    const isComplete = version !== undefined && location !== undefined && location.zones.length > 0
    if (isComplete || result === 'unreachable') return
    const delay = facts === undefined ? FACTS_MS : Math.min(facts.delay * 2, MAX_REPORT_AGE_MS)
    probed.facts = { delay, cancel: clock.at(clock.now() + delay, () => this.add(probed)) }
  }

  #addProbe(probed: ProbedCluster): void {
    probed.isProbeDue = true
    this.add(probed)
  }

  #schedule(probed: ProbedCluster): void {
    const { clock, config } = this.#federation
    const interval = probed.health.isRecovering ? config.probeIntervalMs / RECOVERY : config.probeIntervalMs
    const pause = Math.round(interval * (1 - JITTER * Math.random()))
    probed.cancel = clock.at(clock.now() + pause, () => this.#addProbe(probed))
  }

  get #timeoutMs(): number {
    const { probeIntervalMs } = this.#federation.config
    return Math.max(MIN_DEADLINE_MS, Math.min(MAX_DEADLINE_MS, probeIntervalMs))
  }

  #find(name: string): Cluster | undefined {
    const object = this.context.feed.find(CLUSTERS + name)
    return object && (JSON.parse(object.json.toString()) as Cluster)
  }
}

function end({ cancel, facts }: ProbedCluster): void {
  cancel()
  facts?.cancel()
}
