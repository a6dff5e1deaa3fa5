import type { Controller } from '#controllers/controller.js'
import { ClusterController } from './clusters/cluster-controller.js'
import { type FederationContext, parseListenAddress } from './config.js'
import { ClusterMembers } from './members/cluster-members.js'
import { Propagation } from './propagation/propagation.js'
import { ServiceFeeds } from './services/service-feeds.js'
import { ServiceSharing } from './services/service-sharing.js'

/** The controllers of a federation: they probe clusters, propagate objects, share services and name them. */
export async function federationControllers(context: FederationContext): Promise<readonly Controller[]> {
  const members = new ClusterMembers(context)
  const services = new ServiceFeeds(context, members)
  return [
    new ClusterController(context, members),
    new Propagation(context, members),
    new ServiceSharing(context, members, services),
    ...(await dnsControllers(context, members, services)),
  ]
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
