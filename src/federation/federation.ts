import type { Controller } from '#controllers/controller.js'
import { ClusterController } from './clusters/cluster-controller.js'
import type { FederationContext } from './config.js'
import { ClusterMembers } from './members/cluster-members.js'
import { Propagation } from './propagation/propagation.js'

/** The controllers of a federation: one probes clusters, one propagates objects. */
export function federationControllers(context: FederationContext): readonly Controller[] {
  const members = new ClusterMembers(context)
  return [new ClusterController(context, members), new Propagation(context, members)]
}
