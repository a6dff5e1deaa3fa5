import { planReplicas } from '#federation/replicas/planner.js'
import { limitPreferences, type ReplicaPreferences } from '#federation/replicas/preferences.js'
import { type ClusterSight, close, follow } from './followed-share.js'
import type { ClusterJobs, JobEnd, JobRecord, JobShare } from './job-record.js'

/** The input of a plan, from the federated Job. */
export interface JobDemand {
  readonly parallelism: number
  /** Undefined for a work queue. */
  readonly completions: number | undefined
  /** Indexes cannot be divided: one cluster runs the whole Job. */
  readonly isIndexed: boolean
  /** Whether its status says that it is finished: nothing more is assigned. */
  readonly isFinished: boolean
  readonly preferences: ReplicaPreferences
  readonly preferencesDigest: string
  /** `namespace/name`. */
  readonly key: string
}

export interface JobPlan {
  readonly record: JobRecord
  readonly isComplete: boolean
  /** The newest failure of a member. */
  readonly failure: JobEnd | undefined
}

/**
 * Divides a Job among clusters. A share stays where it is: completions of an existing Job cannot change. Only what is
 * not assigned, or was lost with a cluster, is assigned: to clusters without a share, else to those that have
 * completed theirs. Thus a joining cluster gets nothing of a complete plan, and no result is produced twice.
 */
export function planJob(
  record: JobRecord,
  demand: JobDemand,
  sights: ReadonlyMap<string, ClusterSight>,
): JobPlan {
  const plan = new Plan(record, demand, sights)
  const { failure } = plan
  plan.closeReturned()
  if (failure === undefined) {
    if (!demand.isFinished) plan.assign()
    plan.markReplaced()
    plan.shareParallelism()
  } else plan.stop()
  return { record: plan.record, isComplete: failure === undefined && plan.isComplete, failure }
}

class Plan {
  readonly #demand: JobDemand
  readonly #sights: ReadonlyMap<string, ClusterSight>
  readonly #clusters: Map<string, ClusterJobs>
  #demandKey: string

  constructor(record: JobRecord, demand: JobDemand, sights: ReadonlyMap<string, ClusterSight>) {
    this.#demand = demand
    this.#sights = sights
    this.#clusters = new Map(record.clusters)
    this.#demandKey = record.demand
    for (const [cluster, sight] of sights) this.#set(cluster, follow(this.#jobsIn(cluster), sight))
  }

  get record(): JobRecord {
    return { demand: this.#demandKey, clusters: this.#clusters }
  }

  get failure(): JobEnd | undefined {
    const ends = [...this.#clusters.values()].map(({ share }) => share?.end)
    return ends
      .filter((end) => end?.type === 'Failed')
      .reduce((newest, end) => ((end?.time ?? '') > (newest?.time ?? '') ? end : newest), undefined)
  }

  get isComplete(): boolean {
    const { completions, isIndexed } = this.#demand
    const hasCompleted = this.#shares().some(([, { end }]) => end !== undefined)
    if (isIndexed) return hasCompleted
    if (this.#openShares().length > 0) return false
    return completions === undefined || completions === 0
      ? hasCompleted
      : this.#assignedCompletions() >= completions
  }

  /** Clusters that return with a share that others have got meanwhile keep only their results. */
  closeReturned(): void {
    const { completions, isIndexed } = this.#demand
    for (const [cluster, share] of this.#shares()) {
      if (!share.isReplaced || share.end !== undefined || !this.#sights.get(cluster)?.isKnown) continue
      const others = this.#assignedCompletions() - share.succeeded
      const isFree = isIndexed
        ? this.#openShares().length === 0 && this.#shares().every(([, { end }]) => end === undefined)
        : completions === undefined || completions - others >= (share.completions ?? 0)
      const jobs = this.#jobsIn(cluster)
      this.#set(cluster, isFree ? { ...jobs, share: { ...share, isReplaced: undefined } } : close(jobs))
    }
  }

  /** Assigns what no cluster has. */
  assign(): void {
    const { completions, isIndexed, parallelism } = this.#demand
    const missing = this.#missing()
    if (missing === 0 || parallelism === 0) return
    const open = this.#openShares().map(([cluster]) => cluster)
    const free = this.#freeClusters()
    const parallel = this.#planParallelism([...open, ...free])
    const receivers = free.filter((cluster) => (parallel.get(cluster) ?? 0) > 0)
    if (receivers.length === 0) return
    const [first = ''] = receivers
    let parts: ReadonlyMap<string, number | undefined>
    if (isIndexed) parts = new Map([[this.#bestOf(receivers), completions]])
    else if (completions === undefined) parts = new Map(receivers.map((cluster) => [cluster, undefined]))
    else if (completions === 0) parts = new Map([[first, 0]])
    else parts = this.#divide(missing, receivers, parallel)
    for (const [cluster, part] of parts) {
      const { closed } = close(this.#jobsIn(cluster))
      const share = { parallelism: parallel.get(cluster) ?? 0, completions: part, succeeded: 0, failed: 0 }
      this.#set(cluster, { closed, share })
    }
    this.#demandKey = NOT_DIVIDED
  }

  /** Lost shares that cannot go on when their cluster returns: others have got what was left of them. */
  markReplaced(): void {
    const { completions, isIndexed } = this.#demand
    if (completions === undefined) return
    let left = isIndexed ? this.#missing() * completions : completions - this.#assignedCompletions()
    for (const [cluster, share] of this.#shares()) {
      if (share.end !== undefined || this.#sights.has(cluster) || share.isReplaced) continue
      const rest = isIndexed ? completions : (share.completions ?? 0) - share.succeeded
      if (rest > left) this.#change(cluster, { isReplaced: true })
      else left -= rest
    }
  }

  /** Divides the parallelism again if its input changed, or a share waits for some. Completed shares keep theirs. */
  shareParallelism(): void {
    const { parallelism, preferencesDigest, isIndexed, completions } = this.#demand
    const open = this.#openShares()
    const holders = this.#shares()
      .filter(([cluster, share]) => !this.#isLost(cluster, share))
      .map(([cluster]) => cluster)
    const key = `${parallelism} ${preferencesDigest} ${holders.sort().join()}`
    const isWaiting = parallelism > 0 && open.some(([, share]) => share.parallelism === 0)
    if (isIndexed) {
      for (const [cluster, share] of open) {
        const isKept = this.#sights.get(cluster)?.isKept
        const most = isKept ? Math.min(parallelism, share.parallelism) : parallelism
        this.#change(cluster, { parallelism: most, completions })
      }
    } else if (this.#demandKey !== key || isWaiting) {
      const planned = this.#planParallelism(open.map(([cluster]) => cluster))
      for (const [cluster] of open) this.#change(cluster, { parallelism: planned.get(cluster) ?? 0 })
    }
    this.#demandKey = key
  }

  /** The Job has failed in one cluster: it stops in all others. */
  stop(): void {
    for (const [cluster] of this.#openShares()) this.#change(cluster, { parallelism: 0 })
  }

  /** The completions that no cluster has; 1 if a whole Job has to be assigned. */
  #missing(): number {
    const { completions, isIndexed } = this.#demand
    if (!isIndexed && completions !== undefined && completions > 0)
      return Math.max(0, completions - this.#assignedCompletions())
    const isAssigned = this.#shares().some(
      ([cluster, share]) => share.end !== undefined || !this.#isLost(cluster, share),
    )
    return isAssigned ? 0 : 1
  }

  /** The completions of all clusters that are done or will be. Of a lost share only the results count. */
  #assignedCompletions(): number {
    let sum = 0
    for (const [cluster, { share, closed }] of this.#clusters) {
      sum += closed?.succeeded ?? 0
      if (share === undefined) continue
      const isLost = share.end === undefined && this.#isLost(cluster, share)
      sum += isLost ? share.succeeded : Math.max(share.completions ?? 0, share.succeeded)
    }
    return sum
  }

  /** Selected clusters that can get a share: those without one first, else those that have completed theirs. */
  #freeClusters(): readonly string[] {
    const selected = [...this.#sights]
      .filter(([, { isSelected, isKept }]) => isSelected && !isKept)
      .map(([cluster]) => cluster)
    const without = selected.filter((cluster) => this.#jobsIn(cluster).share === undefined)
    if (without.length > 0) return without
    return selected.filter(
      (cluster) =>
        this.#jobsIn(cluster).share?.end?.type === 'Complete' && this.#sights.get(cluster)?.isKnown === true,
    )
  }

  /** By weight alone; what weights leave, by parallelism. */
  #divide(
    missing: number,
    receivers: readonly string[],
    parallel: ReadonlyMap<string, number>,
  ): ReadonlyMap<string, number> {
    const { preferences } = this.#demand
    const weights = [...preferences.clusters].map(([cluster, { weight }]) => [cluster, weight] as const)
    const parts = this.#plan(missing, receivers, new Map(weights))
    const rest = missing - [...parts.values()].reduce((sum, part) => sum + part, 0)
    if (rest > 0) {
      const byParallelism = receivers.map((cluster) => [cluster, BigInt(parallel.get(cluster) ?? 0)] as const)
      for (const [cluster, part] of this.#plan(rest, receivers, new Map(byParallelism)))
        parts.set(cluster, (parts.get(cluster) ?? 0) + part)
    }
    return new Map([...parts].filter(([, part]) => part > 0))
  }

  #bestOf(clusters: readonly string[]): string {
    const { preferences, key } = this.#demand
    const { scheduled } = planReplicas({ ...EVERYTHING_FREE, replicas: 1n, clusters, key }, preferences)
    return clusters.find((cluster) => scheduled.get(cluster) === 1n) ?? clusters[0] ?? ''
  }

  #planParallelism(clusters: readonly string[]): ReadonlyMap<string, number> {
    const { preferences, key, parallelism } = this.#demand
    const replicas = BigInt(parallelism)
    const kept = clusters
      .filter((cluster) => this.#sights.get(cluster)?.isKept)
      .map((cluster) => [cluster, BigInt(this.#jobsIn(cluster).share?.parallelism ?? 0)] as const)
    const { scheduled } = planReplicas(
      { ...EVERYTHING_FREE, replicas, clusters, key },
      limitPreferences(preferences, new Map(kept)),
    )
    return new Map([...scheduled].map(([cluster, part]) => [cluster, Number(part)]))
  }

  #plan(
    replicas: number,
    clusters: readonly string[],
    weights: ReadonlyMap<string, bigint>,
  ): Map<string, number> {
    const preferences = [...weights].map(
      ([cluster, weight]) => [cluster, { minReplicas: 0n, maxReplicas: undefined, weight }] as const,
    )
    const { scheduled } = planReplicas(
      { ...EVERYTHING_FREE, replicas: BigInt(replicas), clusters, key: this.#demand.key },
      { rebalance: false, clusters: new Map(preferences) },
    )
    return new Map([...scheduled].map(([cluster, part]) => [cluster, Number(part)]))
  }

  #isLost(cluster: string, share: JobShare): boolean {
    return share.isReplaced === true || !this.#sights.has(cluster)
  }

  #shares(): readonly (readonly [string, JobShare])[] {
    return [...this.#clusters].flatMap(([cluster, { share }]) =>
      share === undefined ? [] : [[cluster, share] as const],
    )
  }

  /** Shares that are not completed, in clusters that are there. */
  #openShares(): readonly (readonly [string, JobShare])[] {
    return this.#shares().filter(
      ([cluster, share]) => share.end === undefined && !this.#isLost(cluster, share),
    )
  }

  #jobsIn(cluster: string): ClusterJobs {
    return this.#clusters.get(cluster) ?? {}
  }

  #change(cluster: string, change: Partial<JobShare>): void {
    const jobs = this.#jobsIn(cluster)
    if (jobs.share !== undefined) this.#set(cluster, { ...jobs, share: { ...jobs.share, ...change } })
  }

  #set(cluster: string, jobs: ClusterJobs): void {
    if (jobs.share === undefined && jobs.closed === undefined) this.#clusters.delete(cluster)
    else this.#clusters.set(cluster, jobs)
  }
}

/** The parallelism has to be divided again. */
const NOT_DIVIDED = ''
const EVERYTHING_FREE = { current: new Map<string, bigint>(), capacity: new Map<string, bigint>() }
