import { findCondition, withCondition, withoutCondition } from '#controllers/conditions.js'
import type { ControlledResource } from '#controllers/controller.js'
import { normalEvent } from '#controllers/events/event-recorder.js'
import type { ReplicaSet } from '#kinds/apps/replicaset/apps-v1/schema.js'
import type { ReplicationController } from '#kinds/core/replicationcontroller/schema.js'
import type { LabelSelector } from '#selector/label-selector.js'
import {
  type Action,
  type ActionPlan,
  controlledBy,
  POD,
  REPLICA_SET,
  REPLICATION_CONTROLLER,
} from '#workloads/action.js'
import type { ActionFailure } from '#workloads/action-runner.js'
import {
  isActive,
  isAvailable,
  nextAvailableAt,
  type PodSummary,
  type Pods,
} from '#workloads/pods/summary.js'
import { selectorOf, selectorOfLabels } from '#workloads/selector.js'
import { SelectorIndex } from '#workloads/selector-index.js'
import type { WorkloadKind } from '#workloads/workload-controller.js'

/** Maximum pods that are created or deleted at a time. */
const BURST = 500

/** Workloads with a number of equal pods. */
type SetOfPods = ReplicaSet | ReplicationController

/** What differs between the two kinds. */
interface KindOfSet<S extends SetOfPods> {
  readonly kind: ControlledResource
  readonly prefix: string
  readonly component: string
  readonly selectorOf: (spec: Readonly<S['spec']>) => LabelSelector | undefined
}

const REPLICA_SETS: KindOfSet<ReplicaSet> = {
  kind: REPLICA_SET,
  prefix: 'extensions/replicasets/',
  component: 'replicaset-controller',
  selectorOf: ({ selector }) => selectorOf(selector),
}

const REPLICATION_CONTROLLERS: KindOfSet<ReplicationController> = {
  kind: REPLICATION_CONTROLLER,
  prefix: 'core/replicationcontrollers/',
  component: 'replication-controller',
  selectorOf: ({ selector }) => selectorOfLabels(selector),
}

const indexOf = <S extends SetOfPods>({ prefix, selectorOf: find }: KindOfSet<S>) =>
  new SelectorIndex(prefix, find)
export const replicaSetSelectors = () => indexOf(REPLICA_SETS)
export const replicationControllerSelectors = () => indexOf(REPLICATION_CONTROLLERS)

export const replicaSets = (pods: Pods, selectors: SelectorIndex) => setsOfPods(REPLICA_SETS, pods, selectors)
export const replicationControllers = (pods: Pods, selectors: SelectorIndex) =>
  setsOfPods(REPLICATION_CONTROLLERS, pods, selectors)

function setsOfPods<S extends SetOfPods>(
  of: KindOfSet<S>,
  pods: Pods,
  selectors: SelectorIndex,
): WorkloadKind<S> {
  const { kind, prefix, component } = of
  const owned = ({ metadata }: Readonly<S>) => pods.of(metadata.uid ?? '')
  return {
    kind,
    prefix,
    component,
    plan: (set, now) => planSet(of, set, owned(set), pods.freeIn(set.metadata.namespace ?? ''), now),
    status: (set, now, failure) => setStatus(set, owned(set), now, failure),
    follow: (enqueue) => [
      pods.onChange((before, after) => {
        enqueue(before?.owner)
        if (after === undefined) return
        if (after.owner !== undefined) {
          if (after.owner !== before?.owner) enqueue(after.owner)
          return
        }
        // A set may adopt a matching pod without a controller.
        for (const uid of selectors.selecting(after.namespace, after.labels)) enqueue(uid)
      }),
    ],
  }
}

function planSet<S extends SetOfPods>(
  of: KindOfSet<S>,
  set: Readonly<S>,
  owned: readonly PodSummary[],
  free: Iterable<PodSummary>,
  now: number,
): ActionPlan {
  if (set.metadata.deletionTimestamp) return { actions: [] }
  const actions: Action[] = []
  const selector = of.selectorOf(set.spec)
  const isSelected = (pod: PodSummary) => selector?.matches(pod.labels) === true
  const active: PodSummary[] = []
  for (const pod of owned) {
    if (pod.isTerminating) continue
    if (!isSelected(pod)) actions.push(release(set, pod))
    else if (isActive(pod)) active.push(pod)
  }
  for (const pod of free) {
    if (!isActive(pod) || !isSelected(pod)) continue
    actions.push(adopt(of.kind, set, pod))
    active.push(pod)
  }
  const missing = (set.spec.replicas ?? 1) - active.length
  for (let count = 0; count < Math.min(missing, BURST); count++) actions.push(newPod(of.kind, set))
  if (missing < 0) {
    for (const { name, uid } of podsToRemove(active, Math.min(-missing, BURST))) {
      const event = normalEvent('SuccessfulDelete', `Deleted pod: ${name}`)
      actions.push({ type: 'delete', of: POD, target: { name, uid }, event })
    }
  }
  return { actions, requeueAt: nextAvailableAt(active, set.spec.minReadySeconds ?? 0, now) }
}

function newPod(kind: ControlledResource, set: Readonly<SetOfPods>): Action {
  const { template } = set.spec
  return {
    type: 'create',
    of: POD,
    object: {
      metadata: {
        ...template?.metadata,
        generateName: `${set.metadata.name}-`,
        ownerReferences: [controlledBy(kind, set)],
      },
      spec: template?.spec,
    },
    event: (name) => normalEvent('SuccessfulCreate', `Created pod: ${name}`),
  }
}

function adopt(kind: ControlledResource, set: Readonly<SetOfPods>, { name, uid }: PodSummary): Action {
  return {
    type: 'change',
    of: POD,
    part: 'object',
    target: { name, uid },
    change: ({ metadata }) => {
      metadata.ownerReferences = [...(metadata.ownerReferences ?? []), controlledBy(kind, set)]
    },
  }
}

function release(set: Readonly<SetOfPods>, { name, uid }: PodSummary): Action {
  return {
    type: 'change',
    of: POD,
    part: 'object',
    target: { name, uid },
    change: ({ metadata }) => {
      metadata.ownerReferences = metadata.ownerReferences?.filter(
        (reference: { uid: string }) => reference.uid !== set.metadata.uid,
      )
    },
  }
}

function setStatus<S extends SetOfPods>(
  set: Readonly<S>,
  owned: readonly PodSummary[],
  now: number,
  failure: ActionFailure | undefined,
): S['status'] {
  const minReadySeconds = set.spec.minReadySeconds ?? 0
  const templateLabels = Object.entries(set.spec.template?.metadata.labels ?? {})
  const counts = { replicas: 0, fullyLabeledReplicas: 0, readyReplicas: 0, availableReplicas: 0 }
  for (const pod of owned) {
    if (!isActive(pod)) continue
    counts.replicas++
    if (templateLabels.every(([key, value]) => pod.labels?.[key] === value)) counts.fullyLabeledReplicas++
    if (pod.isReady) counts.readyReplicas++
    if (isAvailable(pod, minReadySeconds, now)) counts.availableReplicas++
  }
  const { conditions: before } = set.status
  // Keeps the first failure while there is any: each names another pod, and each update would trigger another
  // plan.
  const isReported = failure !== undefined && findCondition(before, 'ReplicaFailure') !== undefined
  const others = isReported ? before : withoutCondition(before, 'ReplicaFailure')
  const conditions =
    failure === undefined || isReported ? others : withCondition(others, failed(failure), now)
  return { ...set.status, ...counts, observedGeneration: set.metadata.generation, conditions }
}

const failed = ({ action, error }: ActionFailure) => ({
  type: 'ReplicaFailure',
  status: 'True',
  reason: action.type === 'delete' ? 'FailedDelete' : 'FailedCreate',
  message: error.message,
})

const PHASES: Readonly<Record<string, number>> = { Pending: 0, Unknown: 1, Running: 2 }

/**
 * Orders pods for deletion: unscheduled first, then pending, not ready, lower deletion cost, more related pods
 * on the node, ready later, more restarts, younger.
 */
export function compareForRemoval(a: PodSummary, b: PodSummary, related: (node: string) => number): number {
  return (
    Number(a.nodeName !== undefined) - Number(b.nodeName !== undefined) ||
    (PHASES[a.phase] ?? 0) - (PHASES[b.phase] ?? 0) ||
    Number(a.isReady) - Number(b.isReady) ||
    a.deletionCost - b.deletionCost ||
    related(b.nodeName ?? '') - related(a.nodeName ?? '') ||
    (a.isReady && b.isReady ? b.readyChangedAt - a.readyChangedAt : 0) ||
    b.restarts - a.restarts ||
    b.createdAt - a.createdAt ||
    (a.name < b.name ? 1 : -1)
  )
}

export function podsToRemove(active: readonly PodSummary[], count: number): readonly PodSummary[] {
  if (count >= active.length) return active
  const onNode = new Map<string, number>()
  for (const { nodeName = '' } of active) onNode.set(nodeName, (onNode.get(nodeName) ?? 0) + 1)
  const related = (node: string) => onNode.get(node) ?? 0
  return [...active].sort((a, b) => compareForRemoval(a, b, related)).slice(0, count)
}
