import { JOB_SHARES } from '#federation/annotations.js'
import { finishedAt } from '#federation/jobs/finished-job.js'
import type { ClusterSight } from '#federation/jobs/followed-share.js'
import { planJob } from '#federation/jobs/job-plan.js'
import {
  type ClusterJobs,
  EMPTY_RECORD,
  formatRecord,
  type JobRecord,
  parseRecord,
} from '#federation/jobs/job-record.js'
import type { FederatedObject } from '#federation/propagation/federated-object.js'
import { grantReplicas } from '#federation/replicas/planner.js'
import type { CopyCandidate, PlanInput, PlanOutcome } from './plan.js'

/** Sets the share of each copy. Shares are stored before they are written: a restart must not assign them again. */
export function planJobShares(federated: FederatedObject, { candidates }: PlanInput): PlanOutcome {
  const { spec, namespace, name, stored } = federated
  const kept = parseRecord(stored?.metadata().annotations?.[JOB_SHARES])
  const before = kept ?? federated.jobPlan?.record ?? EMPTY_RECORD
  const { parallelism = 1, completions } = spec.divided
  const division = federated.decision?.division
  const demand = {
    parallelism,
    completions,
    isIndexed: spec.isIndexed,
    isFinished: stored !== undefined && finishedAt(stored) !== undefined,
    preferences: division?.preferences ?? spec.preferences,
    preferencesDigest: spec.preferencesDigest + (division?.digest ?? ''),
    key: `${namespace}/${name}`,
  }
  const sights = new Map(
    candidates.map((candidate) => [
      candidate.copy.cluster,
      sightOf(candidate, federated.isKept(candidate.copy.cluster)),
    ]),
  )
  const plan = planJob(before, demand, sights)
  federated.jobPlan = plan
  grantShares(candidates, plan.record)
  const clusters = [...plan.record.clusters].filter(([, { share }]) => share !== undefined)
  return {
    record: {
      annotation: JOB_SHARES,
      value: formatRecord(plan.record),
      isUrgent: assignmentsIn(plan.record) !== assignmentsIn(kept ?? EMPTY_RECORD),
    },
    clusters: new Set(clusters.map(([cluster]) => cluster)),
  }
}

function sightOf({ copy, isSelected, lastReported }: CopyCandidate, isKept: boolean): ClusterSight {
  return {
    isSelected,
    isKept,
    isKnown: lastReported === undefined,
    mayExist: copy.maxSentReplicas !== undefined,
    job: copy.isOurs ? copy.observed?.job : undefined,
  }
}

/** Sets what each copy has to be now. The parallelism of a cluster grows only as that of others shrinks. */
function grantShares(candidates: readonly CopyCandidate[], { clusters }: JobRecord): void {
  const granted = grantReplicas(
    candidates.map(({ copy, lastReported }) => {
      const { share } = clusters.get(copy.cluster) ?? {}
      const planned = share?.end === undefined ? (share?.parallelism ?? 0) : 0
      return { cluster: copy.cluster, planned, held: lastReported === undefined ? heldIn(copy) : planned }
    }),
  )
  for (const { copy, isSelected, lastReported } of candidates) {
    if (lastReported !== undefined) continue
    const jobs = clusters.get(copy.cluster) ?? {}
    const { share } = jobs
    copy.intent = isSelected && hasPlace(copy, jobs) ? 'present' : 'absent'
    if (share === undefined) copy.part = undefined
    else {
      const parallelism = share.end === undefined ? (granted.get(copy.cluster) ?? 0) : share.parallelism
      copy.part = { parallelism, completions: share.completions }
    }
  }
}

/** The parallelism that a cluster may use. A finished Job uses none. */
function heldIn({ observed, maxSentReplicas = 0 }: CopyCandidate['copy']): number {
  const { job } = observed ?? {}
  return Math.max(job === undefined || job.end !== undefined ? 0 : job.parallelism, maxSentReplicas)
}

/** Whether the cluster has a share, and no earlier Job is in its way. A finished share is not created again. */
function hasPlace({ isOurs, observed }: CopyCandidate['copy'], { share, closed }: ClusterJobs): boolean {
  if (share === undefined) return false
  if (!isOurs) return share.end === undefined
  return observed?.uid !== closed?.uid
}

/** What must be stored before it is acted upon: all but the progress of shares. */
function assignmentsIn({ clusters }: JobRecord): string {
  const assignments = [...clusters].map(([cluster, { share, closed }]) => [
    cluster,
    share && [share.parallelism, share.completions, share.isReplaced],
    closed,
  ])
  return JSON.stringify(assignments.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)))
}
