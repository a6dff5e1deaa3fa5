import type { Controller } from '../controllers/controller.js'
import { deployments } from './deployments/deployments.js'
import { followedReplicaSets } from './deployments/replica-set-summary.js'
import { NodeController } from './nodes/nodes.js'
import type { WorkloadParts } from './parts.js'
import { PodController } from './pods/controller.js'
import { followedPods } from './pods/summary.js'
import { replicaSets } from './replicasets/replica-sets.js'
import { WorkloadController } from './workload-controller.js'

/** What makes workloads move: what a cluster's controllers, its scheduler and its nodes do, done to objects alone. */
export function workloadControllers(parts: WorkloadParts): readonly Controller[] {
  const pods = followedPods()
  const sets = followedReplicaSets()
  const { feed, kinds } = parts
  // Before any controller: those are told of a change when it can be looked up.
  pods.follow(feed, kinds)
  sets.follow(feed, kinds)
  return [
    new NodeController(parts),
    new WorkloadController(parts, deployments(sets, pods)),
    new WorkloadController(parts, replicaSets(pods)),
    new PodController(parts, pods),
  ]
}
