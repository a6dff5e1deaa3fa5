import type { ReplicaSet } from '../../kinds/apps/replicaset/apps-v1/schema.js'
import { type Action, controlledBy, type Plan, POD, REPLICA_SET } from '../action.js'
import type { ActionFailure } from '../action-runner.js'
import { withCondition, withoutCondition } from '../conditions.js'
import { normal } from '../event-text.js'
import { isActive, isAvailable, nextAvailableAt, type PodSummary, type Pods } from '../pods/summary.js'
import { selectorOf } from '../selector.js'
import type { WorkloadKind } from '../workload-controller.js'
import { podsToRemove } from './ranking.js'

/** How many pods are made or removed at a time. */
const BURST = 500

/** A fixed number of pods that are all alike. */
export function replicaSets(pods: Pods): WorkloadKind<ReplicaSet> {
  const owned = ({ metadata }: Readonly<ReplicaSet>) => pods.of(metadata.uid ?? '')
  return {
    kind: REPLICA_SET,
    prefix: 'extensions/replicasets/',
    component: 'replicaset-controller',
    plan: (set, now) => planReplicaSet(set, owned(set), pods.freeIn(set.metadata.namespace ?? ''), now),
    status: (set, now, failure) => replicaSetStatus(set, owned(set), now, failure),
    follow: (look, all) => [
      pods.onChange((before, after) => {
        if (before?.owner !== undefined) look(before.owner)
        if (after?.owner !== undefined) {
          if (after.owner !== before?.owner) look(after.owner)
        } else if (after !== undefined && after.labels !== undefined) lookForOwner(after, all, look)
      }),
    ],
  }
}

/** A pod that nothing controls may be taken by a set that selects it. */
function lookForOwner(
  pod: PodSummary,
  all: () => Iterable<ReplicaSet>,
  look: (uid: string | undefined) => void,
): void {
  for (const { metadata, spec } of all()) {
    if (metadata.namespace === pod.namespace && selectorOf(spec.selector)?.matches(pod.labels))
      look(metadata.uid)
  }
}

export function planReplicaSet(
  set: Readonly<ReplicaSet>,
  owned: readonly PodSummary[],
  free: Iterable<PodSummary>,
  now: number,
): Plan {
  if (set.metadata.deletionTimestamp) return { actions: [] }
  const actions: Action[] = []
  const selector = selectorOf(set.spec.selector)
  const isSelected = (pod: PodSummary) => selector?.matches(pod.labels) === true
  const released = owned.filter((pod) => !pod.isGoing && !isSelected(pod))
  const adopted = [...free].filter((pod) => isActive(pod) && isSelected(pod))
  for (const pod of released) actions.push(release(set, pod))
  for (const pod of adopted) actions.push(adopt(set, pod))
  const active = [...owned.filter(isSelected).filter(isActive), ...adopted]
  const missing = (set.spec.replicas ?? 1) - active.length
  for (let count = 0; count < Math.min(missing, BURST); count++) actions.push(newPod(set))
  if (missing < 0) {
    for (const { name, uid } of podsToRemove(active, Math.min(-missing, BURST))) {
      const event = normal('SuccessfulDelete', `Deleted pod: ${name}`)
      actions.push({ type: 'delete', of: POD, target: { name, uid }, event })
    }
  }
  return { actions, lookAgainAt: nextAvailableAt(active, set.spec.minReadySeconds ?? 0, now) }
}

function newPod(set: Readonly<ReplicaSet>): Action {
  const { template } = set.spec
  return {
    type: 'create',
    of: POD,
    object: {
      metadata: {
        ...template.metadata,
        generateName: `${set.metadata.name}-`,
        ownerReferences: [controlledBy(REPLICA_SET, set)],
      },
      spec: template.spec,
    },
    event: (name) => normal('SuccessfulCreate', `Created pod: ${name}`),
  }
}

function adopt(set: Readonly<ReplicaSet>, { name, uid }: PodSummary): Action {
  return {
    type: 'change',
    of: POD,
    part: 'object',
    target: { name, uid },
    change: ({ metadata }) => {
      metadata.ownerReferences = [...(metadata.ownerReferences ?? []), controlledBy(REPLICA_SET, set)]
    },
  }
}

function release(set: Readonly<ReplicaSet>, { name, uid }: PodSummary): Action {
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

export function replicaSetStatus(
  set: Readonly<ReplicaSet>,
  owned: readonly PodSummary[],
  now: number,
  failure: ActionFailure | undefined,
): ReplicaSet['status'] {
  const active = owned.filter(isActive)
  const templateLabels = Object.entries(set.spec.template.metadata.labels ?? {})
  const count = (test: (pod: PodSummary) => boolean) => active.filter(test).length
  const conditions =
    failure === undefined
      ? withoutCondition(set.status.conditions, 'ReplicaFailure')
      : withCondition(set.status.conditions, failed(failure), now)
  return {
    ...set.status,
    replicas: active.length,
    fullyLabeledReplicas: count(({ labels }) =>
      templateLabels.every(([key, value]) => labels?.[key] === value),
    ),
    readyReplicas: count(({ isReady }) => isReady),
    availableReplicas: count((pod) => isAvailable(pod, set.spec.minReadySeconds ?? 0, now)),
    terminatingReplicas: set.status.terminatingReplicas,
    observedGeneration: set.metadata.generation,
    conditions: conditions as ReplicaSet['status']['conditions'],
  }
}

const failed = ({ action, error }: ActionFailure) => ({
  type: 'ReplicaFailure',
  status: 'True',
  reason: action.type === 'delete' ? 'FailedDelete' : 'FailedCreate',
  message: error.message,
})
