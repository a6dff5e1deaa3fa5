import type { DaemonSet } from '#kinds/apps/daemonset/apps-v1/schema.js'
import type { Action } from '#workloads/action.js'
import { scaledValue } from '#workloads/deployments/rollout.js'
import { isActive, isAvailable, type PodSummary } from '#workloads/pods/summary.js'
import type { CurrentRevision } from '#workloads/revisions/controller-revisions.js'
import { HASH_LABEL, newPod, removePod } from './pod-of-set.js'

type PodsByNode = ReadonlyMap<string, readonly PodSummary[]>

export const byAge = (pods: readonly PodSummary[]): readonly PodSummary[] =>
  [...pods].sort((a, b) => a.createdAt - b.createdAt || (a.name < b.name ? -1 : 1))

/** The pods of the current template and of others, oldest first. */
export function byTemplate(pods: readonly PodSummary[], hash: string) {
  const sorted = byAge(pods)
  return {
    ofCurrent: sorted.filter(({ labels }) => labels?.[HASH_LABEL] === hash),
    ofOthers: sorted.filter(({ labels }) => labels?.[HASH_LABEL] !== hash),
  }
}

/** How many nodes may run new beside old pods; 0 if the old pod is deleted first. */
function surgeOf({ spec: { updateStrategy } }: Readonly<DaemonSet>, nodes: number): number {
  if (updateStrategy.type === 'OnDelete') return 0
  return scaledValue(updateStrategy.rollingUpdate?.maxSurge ?? 0, nodes, Math.ceil)
}

/** Whether a node may run two pods of the set during an update. */
export const mayOverlap = (set: Readonly<DaemonSet>) => surgeOf(set, 1) > 0

/** Replaces pods of older templates. */
export function updatePods(
  set: Readonly<DaemonSet>,
  byNode: PodsByNode,
  current: CurrentRevision,
  now: number,
): readonly Action[] {
  if (set.spec.updateStrategy.type === 'OnDelete') return []
  const isUp = (pod: PodSummary) => isAvailable(pod, set.spec.minReadySeconds ?? 0, now)
  const surge = surgeOf(set, byNode.size)
  return surge > 0
    ? newBeforeOld(set, byNode, current, { surge, isUp })
    : oldBeforeNew(set, byNode, current, isUp)
}

/** Deletes unavailable old pods at once, and as many others as may be unavailable. */
function oldBeforeNew(
  set: Readonly<DaemonSet>,
  byNode: PodsByNode,
  { hash }: CurrentRevision,
  isUp: (pod: PodSummary) => boolean,
): readonly Action[] {
  const { rollingUpdate } = set.spec.updateStrategy
  const most = scaledValue(rollingUpdate?.maxUnavailable ?? 1, byNode.size, Math.ceil) || 1
  const actions: Action[] = []
  let unavailable = 0
  const candidates: PodSummary[] = []
  for (const pods of byNode.values()) {
    const [pod] = pods.filter(isActive)
    if (pod === undefined || !isUp(pod)) unavailable++
    if (pod === undefined || pod.labels?.[HASH_LABEL] === hash) continue
    if (isUp(pod)) candidates.push(pod)
    else actions.push(removePod(pod))
  }
  for (const pod of candidates.slice(0, Math.max(most - unavailable, 0))) actions.push(removePod(pod))
  return actions
}

/** Deletes an old pod once the new one beside it is available. An unavailable old pod gets a new one at once. */
function newBeforeOld(
  set: Readonly<DaemonSet>,
  byNode: PodsByNode,
  current: CurrentRevision,
  { surge, isUp }: { readonly surge: number; readonly isUp: (pod: PodSummary) => boolean },
): readonly Action[] {
  const actions: Action[] = []
  const candidates: string[] = []
  let overlapping = 0
  for (const [node, pods] of byNode) {
    const { ofCurrent, ofOthers } = byTemplate(pods.filter(isActive), current.hash)
    const [[fresh], [old]] = [ofCurrent, ofOthers]
    if (old === undefined) continue
    if (fresh === undefined && isUp(old)) candidates.push(node)
    else if (fresh === undefined) actions.push(newPod(set, node, current))
    else if (isUp(fresh)) actions.push(removePod(old))
    else overlapping++
  }
  for (const node of candidates.slice(0, Math.max(surge - overlapping, 0)))
    actions.push(newPod(set, node, current))
  return actions
}
