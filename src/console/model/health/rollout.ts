import { type ApiObject, conditionOf, numberAt } from '../api/object.js'

/** How far a workload is on the way to its template. */
export interface Rollout {
  readonly wanted: number
  /** Pods of the new template, and those of them that can be used. */
  readonly updated: number
  readonly ready: number
  readonly isStuck: boolean
}

/** Undefined if nothing is rolled out, and if no controller tells. */
export function rolloutOf(kind: string, workload: ApiObject): Rollout | undefined {
  const count = (name: string) => numberAt(workload, 'status', name) ?? 0
  const observed = numberAt(workload, 'status', 'observedGeneration')
  if (observed === undefined) return undefined
  const isDaemonSet = kind === 'DaemonSet'
  const wanted = isDaemonSet ? count('desiredNumberScheduled') : (numberAt(workload, 'spec', 'replicas') ?? 1)
  const isNew = observed < (workload.metadata.generation ?? 0)
  const updated = isNew ? 0 : isDaemonSet ? count('updatedNumberScheduled') : count('updatedReplicas')
  const available = isDaemonSet ? count('numberAvailable') : count('availableReplicas')
  const total = isDaemonSet ? count('currentNumberScheduled') : count('replicas')
  const isSet = kind === 'StatefulSet'
  const isUpdating = isNew || updated < wanted || (!isSet && !isDaemonSet && total > updated)
  const isScaling = kind === 'Deployment' && isProgressing(workload) && available < wanted
  if (!isUpdating && !isScaling) return undefined
  // Pods of the old template can be used, too.
  const ready = Math.max(0, Math.min(updated, available - Math.max(0, total - updated)))
  const isStuck = conditionOf(workload, 'Progressing')?.status === 'False'
  return { wanted, updated, ready, isStuck }
}

const isProgressing = (workload: ApiObject) =>
  conditionOf(workload, 'Progressing')?.reason !== 'NewReplicaSetAvailable'
