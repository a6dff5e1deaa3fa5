import type { CachedObject } from '#cache/cached-object.js'
import type { Controller } from '#controllers/controller.js'
import { cronJob } from '#kinds/batch/cronjob/index.js'
import { replicationController } from '#kinds/core/replicationcontroller/index.js'
import type { ChangeFeed } from '#registry/change-feed.js'
import type { StoredKind } from '#registry/kind.js'
import { AgentTunnels } from './agent/agent-tunnels.js'
import { CapacityController } from './capacity/capacity-controller.js'
import { ClusterController } from './clusters/cluster-controller.js'
import { type FederationConfig, type FederationContext, parseListenAddress } from './config.js'
import { ClusterMembers } from './members/cluster-members.js'
import { Policies } from './policies/policies.js'
import { FEDERATED_KINDS } from './propagation/federated-kinds.js'
import { federatedKindOf } from './propagation/kinds/federated-kind-of.js'
import { PolicySelection } from './propagation/placing/policy-selection.js'
import { Propagation } from './propagation/propagation.js'
import { FederationScope } from './propagation/scope.js'
import { ObjectSelection, selectable } from './propagation/selection.js'
import { ClusterProxy } from './proxy/cluster-proxy.js'
import { ServiceFeeds } from './services/service-feeds.js'
import { ServiceSharing } from './services/service-sharing.js'

/** The parts of a federation host that its server runs. */
export interface Federation {
  /** They probe clusters, propagate objects, share services and name them. */
  readonly controllers: readonly Controller[]
  readonly members: ClusterMembers
  /** Ends forwarded requests, which would last for hours. */
  stopForwarding(): void
}

export async function createFederation(context: FederationContext): Promise<Federation> {
  const tunnels: AgentTunnels = new AgentTunnels({
    leadership: context.leadership,
    logger: context.logger,
    expectPulled: (name) => members.expectPulled(name),
    onChange: (name) => members.onAgent(name),
  })
  const members = new ClusterMembers(context, undefined, tunnels)
  tunnels.start()
  const services = new ServiceFeeds(context, members)
  const kind = context.kinds.storedUnder('federation/clusters/')
  const clusters = kind && context.stores.ofKind(kind)
  clusters?.setEndpoint('proxy', new ClusterProxy(members, context.kinds))
  clusters?.setEndpoint('agent', tunnels)
  return {
    members,
    controllers: [
      new ClusterController(context, members),
      new CapacityController(context, members),
      new Propagation(context, members),
      new ServiceSharing(context, members, services),
      ...(await dnsControllers(context, members, services)),
    ],
    stopForwarding: () => {
      for (const { forwarding } of members) forwarding?.close()
      tunnels.stop()
    },
  }
}

/** Opens the DNS server, if there is one. Rejects with the error of the system. */
async function dnsControllers(
  context: FederationContext,
  members: ClusterMembers,
  services: ServiceFeeds,
): Promise<readonly Controller[]> {
  const { dnsListen, dnsZone, federationName } = context.config.dns
  const address = parseListenAddress(dnsListen)
  if (address === undefined) return []
  const { openDns } = await import('./dns/open-dns.js')
  return [await openDns(context, members, services, { address, suffix: dnsZone, federation: federationName })]
}

/** Workloads that are propagated only if they are selected. */
const OTHER_WORKLOADS: readonly StoredKind[] = [cronJob, replicationController]

/** Returns whether members run the workload. A host that simulates workloads leaves it to them. */
export function federatedWorkloads(
  { namespace }: FederationConfig,
  feed: ChangeFeed,
): (workload: CachedObject) => boolean {
  const scope = new FederationScope(namespace)
  const selection = new ObjectSelection(new PolicySelection(new Policies({ feed })))
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
