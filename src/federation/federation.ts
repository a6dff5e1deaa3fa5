import type { CachedObject } from '#cache/cached-object.js'
import type { Controller } from '#controllers/controller.js'
import { cronJob } from '#kinds/batch/cronjob/index.js'
import { replicationController } from '#kinds/core/replicationcontroller/index.js'
import type { StoredKind } from '#registry/kind.js'
import { ClusterController } from './clusters/cluster-controller.js'
import type { FederationConfig, FederationContext } from './config.js'
import { ClusterMembers } from './members/cluster-members.js'
import { FEDERATED_KINDS } from './propagation/federated-kinds.js'
import { federatedKindOf } from './propagation/kinds/federated-kind-of.js'
import { Propagation } from './propagation/propagation.js'
import { FederationScope } from './propagation/scope.js'
import { ObjectSelection, selectable } from './propagation/selection.js'

/** The controllers of a federation: one probes clusters, one propagates objects. */
export function federationControllers(context: FederationContext): readonly Controller[] {
  const members = new ClusterMembers(context)
  return [new ClusterController(context, members), new Propagation(context, members)]
}

/** Workloads that are propagated only if they are selected. */
const OTHER_WORKLOADS: readonly StoredKind[] = [cronJob, replicationController]

/** Returns whether members run the workload. A host that simulates workloads leaves it to them. */
export function federatedWorkloads({ namespace }: FederationConfig): (workload: CachedObject) => boolean {
  const scope = new FederationScope(namespace)
  const selection = new ObjectSelection()
  const kinds = [
    ...FEDERATED_KINDS.filter(({ status }) => status !== undefined && status.sums.length > 0),
    ...OTHER_WORKLOADS.flatMap((stored) => federatedKindOf(stored) ?? []),
  ]
  return (workload) => {
    const kind = kinds.find(({ prefix }) => workload.key.startsWith(prefix))
    if (kind === undefined || !scope.includes(kind, workload)) return false
    return selection.selects(kind, selectable(workload))
  }
}
