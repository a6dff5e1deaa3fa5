import type { PodSummary } from '#workloads/pods/summary.js'

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
