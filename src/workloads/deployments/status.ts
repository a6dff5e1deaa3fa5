import { type Condition, findCondition, withCondition, withoutCondition } from '#controllers/conditions.js'
import type { Deployment } from '#kinds/apps/deployment/apps-v1/schema.js'
import { type ActionFailure, isNameCollision } from '#workloads/action-runner.js'
import type { DeploymentReplicaSets, ReplicaSetSummary } from './replica-set-summary.js'
import { resolveFenceposts } from './rollout.js'

interface Counts {
  readonly replicas: number
  readonly updatedReplicas: number
  readonly readyReplicas: number
  readonly availableReplicas: number
  readonly unavailableReplicas: number
}

function countPods({ newest, old }: DeploymentReplicaSets): Counts {
  const all = newest === undefined ? old : [...old, newest]
  const sum = (of: (set: ReplicaSetSummary) => number) => all.reduce((total, set) => total + of(set), 0)
  const availableReplicas = sum(({ available }) => available)
  return {
    replicas: sum(({ replicas }) => replicas),
    updatedReplicas: newest?.replicas ?? 0,
    readyReplicas: sum(({ ready }) => ready),
    availableReplicas,
    unavailableReplicas: Math.max(sum(({ wanted }) => wanted) - availableReplicas, 0),
  }
}

/** Whether all pods are current, as many as desired, and no others exist. */
export function isComplete({ spec }: Readonly<Deployment>, sets: DeploymentReplicaSets): boolean {
  const wanted = spec.replicas ?? 1
  const { replicas, updatedReplicas, availableReplicas } = countPods(sets)
  const isCurrent = [sets.newest, ...sets.old].every((set) => set === undefined || set.isObserved)
  return isCurrent && updatedReplicas === wanted && replicas === wanted && availableReplicas === wanted
}

export function deploymentStatus(
  deployment: Readonly<Deployment>,
  sets: DeploymentReplicaSets,
  now: number,
  failure: ActionFailure | undefined,
): Deployment['status'] {
  const { metadata, spec, status } = deployment
  const counts = countPods(sets)
  let conditions: readonly Condition[] = status.conditions ?? []
  const isAvailable =
    counts.availableReplicas >= (spec.replicas ?? 1) - resolveFenceposts(deployment).maxUnavailable
  conditions = withCondition(conditions, isAvailable ? AVAILABLE : UNAVAILABLE, now)
  conditions = withProgress(deployment, sets, counts, conditions, now)
  const isCollision = failure !== undefined && isNameCollision(failure)
  const message = (isCollision ? undefined : failure?.error.message) ?? sets.newest?.failure
  conditions =
    message === undefined
      ? withoutCondition(conditions, 'ReplicaFailure')
      : withCondition(conditions, { ...REPLICA_FAILURE, message }, now)
  return {
    ...status,
    ...counts,
    observedGeneration: metadata.generation,
    conditions: conditions as Deployment['status']['conditions'],
    ...(isCollision ? { collisionCount: (status.collisionCount ?? 0) + 1 } : {}),
  }
}

const AVAILABLE: Condition = {
  type: 'Available',
  status: 'True',
  reason: 'MinimumReplicasAvailable',
  message: 'Deployment has minimum availability.',
}
const UNAVAILABLE: Condition = {
  type: 'Available',
  status: 'False',
  reason: 'MinimumReplicasUnavailable',
  message: 'Deployment does not have minimum availability.',
}
const REPLICA_FAILURE = { type: 'ReplicaFailure', status: 'True', reason: 'FailedCreate' } as const

const PROGRESSING = 'Progressing'
const TIMED_OUT = 'ProgressDeadlineExceeded'
const PAUSED = 'DeploymentPaused'
const DONE = 'NewReplicaSetAvailable'
const quoted = JSON.stringify

function withProgress(
  deployment: Readonly<Deployment>,
  sets: DeploymentReplicaSets,
  counts: Counts,
  conditions: readonly Condition[],
  now: number,
): readonly Condition[] {
  const before = findCondition(conditions, PROGRESSING)
  const set = (status: string, reason: string, message: string) =>
    withCondition(conditions, { type: PROGRESSING, status, reason, message }, now)
  if (deployment.spec.paused) {
    return before?.reason === PAUSED ? conditions : set('Unknown', PAUSED, 'Deployment is paused')
  }
  if (before?.reason === PAUSED) return set('Unknown', 'DeploymentResumed', 'Deployment is resumed')
  const name = quoted(sets.newest?.name ?? deployment.metadata.name)
  const kind = sets.newest === undefined ? 'Deployment' : 'ReplicaSet'
  if (isComplete(deployment, sets)) return set('True', DONE, `${kind} ${name} has successfully progressed.`)
  const hasProgressed = hasMoved(deployment.status, counts)
  if (hasProgressed || before === undefined || before.reason === DONE) {
    const others = withoutCondition(conditions, PROGRESSING)
    const kept = before?.status === 'True' ? [...others, { ...before, reason: '' }] : others
    const reported = {
      type: PROGRESSING,
      status: 'True',
      reason: 'ReplicaSetUpdated',
      message: `${kind} ${name} is progressing.`,
    }
    // The deadline counts from the last progress, so its time is updated even if nothing else changed.
    return withCondition(kept, reported, now)
  }
  if (isTimedOut(deployment, before, now))
    return set('False', TIMED_OUT, `${kind} ${name} has timed out progressing.`)
  return conditions
}

function hasMoved(before: Readonly<Deployment>['status'], after: Counts): boolean {
  const old = (before.replicas ?? 0) - (before.updatedReplicas ?? 0)
  return (
    after.updatedReplicas > (before.updatedReplicas ?? 0) ||
    after.replicas - after.updatedReplicas < old ||
    after.readyReplicas > (before.readyReplicas ?? 0) ||
    after.availableReplicas > (before.availableReplicas ?? 0)
  )
}

function isTimedOut({ spec }: Readonly<Deployment>, progress: Condition, now: number): boolean {
  if (progress.reason === TIMED_OUT) return true
  const seconds = spec.progressDeadlineSeconds
  return seconds !== undefined && updatedAt(progress) + seconds * 1000 <= now
}

const updatedAt = ({ lastUpdateTime }: Condition) => (lastUpdateTime ? Date.parse(lastUpdateTime) : 0)

/** When the progress deadline expires. */
export function progressDeadlineAt(
  deployment: Readonly<Deployment>,
  sets: DeploymentReplicaSets,
  now: number,
): number | undefined {
  const { spec, status } = deployment
  const seconds = spec.progressDeadlineSeconds
  if (seconds === undefined || spec.paused || isComplete(deployment, sets)) return undefined
  const progress = findCondition(status.conditions, PROGRESSING)
  if (progress?.reason === TIMED_OUT || progress?.reason === DONE) return undefined
  return (progress === undefined ? now : updatedAt(progress)) + seconds * 1000
}
