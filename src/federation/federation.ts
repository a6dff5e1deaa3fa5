import type { CachedObject } from '#cache/cached-object.js'
import type { Controller } from '#controllers/controller.js'
import { ClusterController } from './clusters/cluster-controller.js'
import type { FederationConfig, FederationContext } from './config.js'
import { ClusterMembers } from './members/cluster-members.js'
import { FEDERATED_KINDS } from './propagation/federated-kinds.js'
import { Propagation } from './propagation/propagation.js'
import { FederationScope } from './propagation/scope.js'

/** The controllers of a federation: one probes clusters, one propagates objects. */
export function federationControllers(context: FederationContext): readonly Controller[] {
  const members = new ClusterMembers(context)
  return [new ClusterController(context, members), new Propagation(context, members)]
}

/** Returns whether members run the workload. A host that simulates workloads leaves it to them. */
export function federatedWorkloads({ namespace }: FederationConfig): (workload: CachedObject) => boolean {
  const scope = new FederationScope(namespace)
  const kinds = FEDERATED_KINDS.filter(({ status }) => status !== undefined && status.sums.length > 0)
  return (workload) => {
    const kind = kinds.find(({ prefix }) => workload.key.startsWith(prefix))
    return kind !== undefined && scope.includes(kind, workload)
  }
}
