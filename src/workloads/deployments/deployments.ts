import { type EventDetails, normalEvent } from '#controllers/events/event-recorder.js'
import type { Deployment } from '#kinds/apps/deployment/apps-v1/schema.js'
import {
  copiedAnnotations,
  REVISION_ANNOTATION,
  revisionName,
  templateHash,
} from '#kinds/apps/revisions/metadata.js'
import { type Action, type ActionPlan, controlledBy, DEPLOYMENT, REPLICA_SET } from '#workloads/action.js'
import type { Pods } from '#workloads/pods/summary.js'
import type { WorkloadKind } from '#workloads/workload-controller.js'
import {
  classifyReplicaSets,
  type DeploymentReplicaSets,
  type ReplicaSetSummary,
  type ReplicaSets,
} from './replica-set-summary.js'
import { newSetSize, resolveFenceposts, type Scaling, scaleDownOld, scaleInProportion } from './rollout.js'
import { deploymentStatus, isComplete, progressDeadlineAt } from './status.js'

const DESIRED = 'deployment.kubernetes.io/desired-replicas'
const MOST = 'deployment.kubernetes.io/max-replicas'
const HASH = 'pod-template-hash'

/** Rolls replica sets from one template to the next. */
export function deployments(replicaSets: ReplicaSets, pods: Pods): WorkloadKind<Deployment> {
  const setsOf = (deployment: Readonly<Deployment>) =>
    classifyReplicaSets(deployment, replicaSets.of(deployment.metadata.uid ?? ''))
  return {
    kind: DEPLOYMENT,
    prefix: 'extensions/deployments/',
    component: 'deployment-controller',
    plan: (deployment, now) =>
      planDeployment(
        deployment,
        setsOf(deployment),
        (set) => pods.of(set.uid).some(({ phase }) => !hasEnded(phase)),
        now,
      ),
    status: (deployment, now, failure) => deploymentStatus(deployment, setsOf(deployment), now, failure),
    follow: (enqueue) => [
      replicaSets.onChange((before, after) => {
        enqueue(before?.owner)
        if (after?.owner !== before?.owner) enqueue(after?.owner)
      }),
      // New pods may have to wait until the last old one is gone.
      pods.onChange((before, after) => {
        if (after === undefined && before?.owner !== undefined)
          enqueue(replicaSets.withUid(before.owner)?.owner)
      }),
    ],
  }
}

const hasEnded = (phase: string) => phase === 'Succeeded' || phase === 'Failed'

/** Plans one step. Its changes trigger the next. */
export function planDeployment(
  deployment: Readonly<Deployment>,
  sets: DeploymentReplicaSets,
  hasPods: (set: ReplicaSetSummary) => boolean,
  now: number,
): ActionPlan {
  if (deployment.metadata.deletionTimestamp) return { actions: [] }
  const { newest, old } = sets
  const requeueAt = progressDeadlineAt(deployment, sets, now)
  const plan = (actions: readonly Action[]): ActionPlan => ({ actions, requeueAt })
  const isScaled = [newest, ...old].some((set) => {
    const desired = set !== undefined && set.wanted > 0 ? set.annotations[DESIRED] : undefined
    return desired !== undefined && Number(desired) !== (deployment.spec.replicas ?? 1)
  })
  if (deployment.spec.paused || isScaled) {
    const most = (set: ReplicaSetSummary) =>
      Number(set.annotations[MOST]) || deployment.status.replicas || set.wanted
    const scalings = scaleInProportion(deployment, newest, old, most)
    const marked = isScaled ? markUnscaled(deployment, sets, scalings) : []
    return plan([
      ...scalings.map((scaling) => scale(deployment, scaling)),
      ...marked,
      ...renewNewest(deployment, sets),
    ])
  }
  if (deployment.spec.strategy.type === 'Recreate') {
    const running = old.filter(({ wanted }) => wanted > 0)
    if (running.length > 0) return plan(running.map((set) => scale(deployment, { set, to: 0 })))
    if (old.some(hasPods)) return plan([])
  }
  if (newest === undefined) return plan([createSet(deployment, sets)])
  const renewed = renewNewest(deployment, sets)
  const to = newSetSize(deployment, newest.wanted, old)
  if (to !== newest.wanted) return plan([...renewed, scale(deployment, { set: newest, to })])
  // The status of the new set may be outdated.
  if (!newest.isObserved) return plan(renewed)
  const down = scaleDownOld(deployment, newest, old)
  if (down.length > 0) return plan([...renewed, ...down.map((scaling) => scale(deployment, scaling))])
  return plan([...renewed, ...(isComplete(deployment, sets) ? forgetOld(deployment, old) : [])])
}

function createSet(deployment: Readonly<Deployment>, { old }: DeploymentReplicaSets): Action {
  const { metadata, spec } = deployment
  const { template } = spec
  const hash = templateHash(template, deployment.status.collisionCount)
  const labels = { ...template.metadata.labels, [HASH]: hash }
  const name = revisionName(metadata, hash)
  const replicas = newSetSize(deployment, 0, old)
  return {
    type: 'create',
    of: REPLICA_SET,
    object: {
      metadata: {
        name,
        labels,
        annotations: {
          ...copiedAnnotations(metadata),
          [REVISION_ANNOTATION]: String(nextRevision(old)),
          ...sizeAnnotations(deployment),
        },
        ownerReferences: [controlledBy(DEPLOYMENT, deployment)],
      },
      spec: {
        replicas,
        minReadySeconds: spec.minReadySeconds,
        selector: { ...spec.selector, matchLabels: { ...spec.selector?.matchLabels, [HASH]: hash } },
        template: { ...template, metadata: { ...template.metadata, labels } },
      },
    },
    event: () => scaledEvent(name, 0, replicas),
  }
}

const nextRevision = (sets: readonly ReplicaSetSummary[]) =>
  sets.reduce((most, { revision }) => Math.max(most, revision), 0) + 1

/** The annotation of the desired replicas: it tells scaling from an update. */
function sizeAnnotations(deployment: Readonly<Deployment>): Record<string, string> {
  const replicas = deployment.spec.replicas ?? 1
  return { [DESIRED]: String(replicas), [MOST]: String(replicas + resolveFenceposts(deployment).maxSurge) }
}

/** A former template becomes the latest revision again, with the annotations of the deployment. */
function renewNewest(
  deployment: Readonly<Deployment>,
  { newest, old }: DeploymentReplicaSets,
): readonly Action[] {
  if (newest === undefined) return []
  const revision = Math.max(newest.revision, nextRevision(old))
  const wanted: Record<string, string> = {
    ...copiedAnnotations(deployment.metadata),
    [REVISION_ANNOTATION]: String(revision),
    ...sizeAnnotations(deployment),
  }
  const actions: Action[] = []
  if (Object.entries(wanted).some(([key, value]) => newest.annotations[key] !== value)) {
    actions.push({
      type: 'change',
      of: REPLICA_SET,
      part: 'object',
      target: newest,
      change: (set) => {
        set.metadata.annotations = { ...set.metadata.annotations, ...wanted }
        set.spec.minReadySeconds = deployment.spec.minReadySeconds
      },
    })
  }
  if (deployment.metadata.annotations?.[REVISION_ANNOTATION] !== String(revision)) {
    const { name = '', uid = '' } = deployment.metadata
    actions.push({
      type: 'change',
      of: DEPLOYMENT,
      part: 'object',
      target: { name, uid },
      change: ({ metadata }) => {
        metadata.annotations = { ...metadata.annotations, [REVISION_ANNOTATION]: String(revision) }
      },
    })
  }
  return actions
}

function scale(deployment: Readonly<Deployment>, { set, to }: Scaling): Action {
  return {
    type: 'change',
    of: REPLICA_SET,
    part: 'object',
    target: set,
    change: ({ metadata, spec }) => {
      spec.replicas = to
      metadata.annotations = { ...metadata.annotations, ...sizeAnnotations(deployment) }
    },
    event: scaledEvent(set.name, set.wanted, to),
  }
}

/** Updates the annotation of sets whose size does not change. */
function markUnscaled(
  deployment: Readonly<Deployment>,
  { newest, old }: DeploymentReplicaSets,
  scalings: readonly Scaling[],
): readonly Action[] {
  const scaled = new Set(scalings.map(({ set }) => set))
  const rest = [newest, ...old].filter((set) => set !== undefined && set.wanted > 0 && !scaled.has(set))
  return (rest as ReplicaSetSummary[]).map((set) => ({
    type: 'change',
    of: REPLICA_SET,
    part: 'object',
    target: set,
    change: ({ metadata }) => {
      metadata.annotations = { ...metadata.annotations, ...sizeAnnotations(deployment) }
    },
  }))
}

const scaledEvent = (name: string, from: number, to: number): EventDetails =>
  normalEvent(
    'ScalingReplicaSet',
    `Scaled ${to < from ? 'down' : 'up'} replica set ${name} from ${from} to ${to}`,
  )

/** Deletes the oldest sets beyond the history limit once they have no pods. */
function forgetOld({ spec }: Readonly<Deployment>, old: readonly ReplicaSetSummary[]): readonly Action[] {
  const limit = spec.revisionHistoryLimit ?? 10
  const idle = old.filter(({ wanted, replicas, isObserved }) => wanted === 0 && replicas === 0 && isObserved)
  const excess = old.length - limit
  if (excess <= 0) return []
  const oldest = [...idle].sort((a, b) => a.revision - b.revision).slice(0, excess)
  return oldest.map((set) => ({ type: 'delete', of: REPLICA_SET, target: set }))
}
