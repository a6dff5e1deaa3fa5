import type { Controller } from '#controllers/controller.js'
import { AgentTunnels } from './agent/agent-tunnels.js'
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
  const tunnels: AgentTunnels = new AgentTunnels({
    leadership: context.leadership,
    logger: context.logger,
    expectPulled: (name) => members.expectPulled(name),
    onChange: (name) => members.onAgent(name),
  })
  const members = new ClusterMembers(context, undefined, tunnels)
  tunnels.start()
  const kind = context.kinds.storedUnder('federation/clusters/')
  const clusters = kind && context.stores.ofKind(kind)
  clusters?.setEndpoint('proxy', new ClusterProxy(members, context.kinds))
  clusters?.setEndpoint('agent', tunnels)
  return {
    controllers: [new ClusterController(context, members), new Propagation(context, members)],
    stopForwarding: () => {
      for (const { forwarding } of members) forwarding?.close()
      tunnels.stop()
    },
  }
}
