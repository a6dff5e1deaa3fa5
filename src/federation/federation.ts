import type { Controller } from '#controllers/controller.js'
import { ClusterController } from './clusters/cluster-controller.js'
import type { FederationContext } from './config.js'
import { ClusterMembers } from './members/cluster-members.js'
import { Propagation } from './propagation/propagation.js'
import { ClusterProxy } from './proxy/cluster-proxy.js'

/** The parts of a federation host that its server runs. */
export interface Federation {
  /** One probes clusters, one propagates objects. */
  readonly controllers: readonly Controller[]
  /** Ends forwarded requests, which would last for hours. */
  stopForwarding(): void
}

export function createFederation(context: FederationContext): Federation {
  const members = new ClusterMembers(context)
  const kind = context.kinds.storedUnder('federation/clusters/')
  const clusters = kind && context.stores.ofKind(kind)
  clusters?.setEndpoint('proxy', new ClusterProxy(members, context.kinds))
  return {
    controllers: [new ClusterController(context, members), new Propagation(context, members)],
    stopForwarding: () => {
      for (const { forwarding } of members) forwarding?.close()
    },
  }
}
