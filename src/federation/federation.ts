import type { Controller } from '#controllers/controller.js'
import { ClusterController } from './clusters/cluster-controller.js'
import type { FederationContext } from './config.js'
import { ClusterMembers } from './members/cluster-members.js'
import { Propagation } from './propagation/propagation.js'

/** What acts in a federation: what probes its clusters, and what brings objects to them. */
export function federationControllers(context: FederationContext): readonly Controller[] {
  const members = new ClusterMembers(context)
  return [new ClusterController(context, members), new Propagation(context, members)]
}
