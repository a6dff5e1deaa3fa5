import type { Controller } from '#controllers/controller.js'
import { ClusterController } from './clusters/cluster-controller.js'
import { type FederationContext, parseListenAddress } from './config.js'
import { ClusterMembers } from './members/cluster-members.js'
import { Propagation } from './propagation/propagation.js'
import { ClusterProxy } from './proxy/cluster-proxy.js'
import { ServiceFeeds } from './services/service-feeds.js'

/** The parts of a federation host that its server runs. */
export interface Federation {
  /** One probes clusters, one propagates objects, one names services. */
  readonly controllers: readonly Controller[]
  /** Ends forwarded requests, which would last for hours. */
  stopForwarding(): void
}

export async function createFederation(context: FederationContext): Promise<Federation> {
  const members = new ClusterMembers(context)
  const services = new ServiceFeeds(context, members)
  const kind = context.kinds.storedUnder('federation/clusters/')
  const clusters = kind && context.stores.ofKind(kind)
  clusters?.setEndpoint('proxy', new ClusterProxy(members, context.kinds))
  return {
    controllers: [
      new ClusterController(context, members),
      new Propagation(context, members),
      ...(await dnsControllers(context, members, services)),
    ],
    stopForwarding: () => {
      for (const { forwarding } of members) forwarding?.close()
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
