import type { DaemonSet } from '#kinds/apps/daemonset/apps-v1/schema.js'
import { type Action, type ActionPlan, DAEMON_SET } from '#workloads/action.js'
import type { ActionFailure } from '#workloads/action-runner.js'
import type { NodeIndex } from '#workloads/nodes/node-index.js'
import {
  isActive,
  isAvailable,
  nextAvailableAt,
  type PodSummary,
  type Pods,
} from '#workloads/pods/summary.js'
import {
  countedCollision,
  currentRevision,
  forgetRevisions,
  type TemplateRevision,
  type TemplateRevisions,
} from '#workloads/revisions/controller-revisions.js'
import { isSelected } from '#workloads/scheduling/node-affinity.js'
import type { NodeSummary } from '#workloads/scheduling/node-summary.js'
import { toleratesAll } from '#workloads/scheduling/taints.js'
import type { WorkloadKind } from '#workloads/workload-controller.js'
import { HASH_LABEL, newPod, removePod, TOLERATIONS } from './pod-of-set.js'
import { byAge, byTemplate, mayOverlap, updatePods } from './update.js'

/** The input of a plan. */
export interface DaemonSetState {
  readonly nodes: readonly NodeSummary[]
  readonly pods: readonly PodSummary[]
  readonly revisions: readonly TemplateRevision[]
}

/** Runs one pod per node. */
export function daemonSets(
  pods: Pods,
  nodes: NodeIndex,
  revisions: TemplateRevisions,
): WorkloadKind<DaemonSet> {
  const stateOf = ({ metadata: { uid = '' } }: Readonly<DaemonSet>): DaemonSetState => ({
    nodes: [...nodes.all()],
    pods: pods.of(uid),
    revisions: revisions.of(uid),
  })
  return {
    kind: DAEMON_SET,
    prefix: 'extensions/daemonsets/',
    component: 'daemonset-controller',
    plan: (set, now) => planDaemonSet(set, stateOf(set), now),
    status: (set, now, failure) => daemonSetStatus(set, stateOf(set), now, failure),
    follow: (enqueue, all) => [
      pods.onChange((before, after) => {
        enqueue(before?.owner)
        if (after?.owner !== before?.owner) enqueue(after?.owner)
      }),
      revisions.onChange((before, after) => enqueue((after ?? before)?.owner)),
      nodes.onChange(() => {
        for (const { metadata } of all()) enqueue(metadata.uid)
      }),
    ],
  }
}

/** Whether the set should run a pod on the node, may keep one there, or must not. */
function relationTo(set: Readonly<DaemonSet>, node: NodeSummary): 'wanted' | 'tolerated' | 'unwanted' {
  const { template } = set.spec
  const spec = { ...template.spec, tolerations: [...(template.spec.tolerations ?? []), ...TOLERATIONS] }
  const pod = { spec } as unknown as Parameters<typeof isSelected>[0]
  if (!isSelected(pod, node)) return 'unwanted'
  if (toleratesAll(pod, node)) return 'wanted'
  const taints = node.taints.filter(({ effect }) => effect === 'NoExecute')
  return toleratesAll(pod, { taints }) ? 'tolerated' : 'unwanted'
}

export function planDaemonSet(set: Readonly<DaemonSet>, state: DaemonSetState, now: number): ActionPlan {
  if (set.metadata.deletionTimestamp) return { actions: [] }
  const current = currentRevision('DaemonSet', set, state.revisions)
  const { byNode, stray } = podsByNode(set, state)
  const actions: Action[] = [...current.actions]
  for (const pod of stray) actions.push(removePod(pod))
  for (const [node, onNode] of byNode) {
    const alive = onNode.filter(isActive)
    for (const pod of onNode.filter(({ phase, isTerminating }) => phase === 'Failed' && !isTerminating)) {
      actions.push(removePod(pod))
    }
    if (alive.length === 0 && onNode.every(({ isTerminating }) => !isTerminating))
      actions.push(newPod(set, node, current))
    // Of several pods of one template the oldest stays.
    const { ofCurrent, ofOthers } = byTemplate(alive, current.hash)
    const spare = mayOverlap(set) ? [...ofCurrent.slice(1), ...ofOthers.slice(1)] : byAge(alive).slice(1)
    for (const pod of spare) actions.push(removePod(pod))
  }
  actions.push(...updatePods(set, byNode, current, now))
  const isUsed = ({ name, labels }: TemplateRevision) =>
    name === current.name || state.pods.some((pod) => pod.labels?.[HASH_LABEL] === labels?.[HASH_LABEL])
  actions.push(...forgetRevisions(set, state.revisions, isUsed))
  return { actions, requeueAt: nextAvailableAt(state.pods, set.spec.minReadySeconds ?? 0, now) }
}

interface PlacedPods {
  /** For every node that the set selects. */
  readonly byNode: ReadonlyMap<string, readonly PodSummary[]>
  /** Pods on nodes that take no new ones, but keep existing ones. */
  readonly tolerated: readonly PodSummary[]
  /** Pods on nodes that the set does not select, or that are gone. */
  readonly stray: readonly PodSummary[]
}

function podsByNode(set: Readonly<DaemonSet>, { nodes, pods }: DaemonSetState): PlacedPods {
  const byNode = new Map<string, PodSummary[]>()
  const mayStay = new Set<string>()
  for (const node of nodes) {
    const relation = relationTo(set, node)
    if (relation === 'wanted') byNode.set(node.name, [])
    else if (relation === 'tolerated') mayStay.add(node.name)
  }
  const tolerated: PodSummary[] = []
  const stray: PodSummary[] = []
  for (const pod of pods) {
    const node = pod.nodeName ?? pod.targetNode ?? ''
    const onNode = byNode.get(node)
    if (onNode !== undefined) onNode.push(pod)
    else if (!pod.isTerminating) (mayStay.has(node) ? tolerated : stray).push(pod)
  }
  return { byNode, tolerated, stray }
}

export function daemonSetStatus(
  set: Readonly<DaemonSet>,
  state: DaemonSetState,
  now: number,
  failure: ActionFailure | undefined,
): DaemonSet['status'] {
  const { hash } = currentRevision('DaemonSet', set, state.revisions)
  const { byNode, tolerated, stray } = podsByNode(set, state)
  const first = [...byNode.values()].map((pods) => pods.filter(isActive)[0])
  const count = (test: (pod: PodSummary) => boolean) =>
    first.filter((pod) => pod !== undefined && test(pod)).length
  const available = count((pod) => isAvailable(pod, set.spec.minReadySeconds ?? 0, now))
  return {
    ...set.status,
    currentNumberScheduled: count(() => true),
    numberMisscheduled: new Set([...stray, ...tolerated].map(({ nodeName }) => nodeName)).size,
    desiredNumberScheduled: byNode.size,
    numberReady: count(({ isReady }) => isReady),
    updatedNumberScheduled: count(({ labels }) => labels?.[HASH_LABEL] === hash),
    numberAvailable: available,
    numberUnavailable: byNode.size - available,
    observedGeneration: set.metadata.generation,
    ...countedCollision(set, failure),
  }
}
