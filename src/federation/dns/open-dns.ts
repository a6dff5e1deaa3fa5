import type { Controller } from '#controllers/controller.js'
import type { FederationContext } from '#federation/config.js'
import type { Members } from '#federation/members/members.js'
import type { ServiceFeeds } from '#federation/services/service-feeds.js'
import { DnsController, type DnsNames } from './dns-controller.js'
import { type DnsAddress, DnsServer } from './dns-server.js'
import { Zone } from './zone.js'

/** Addresses that mean all of the machine. */
const UNSPECIFIED: ReadonlySet<string> = new Set(['0.0.0.0', '::'])

/** Serves the zone of a federation. The controller that it returns closes the server. */
export async function openDns(
  context: FederationContext,
  members: Members,
  services: ServiceFeeds,
  { address, ...names }: DnsNames & { readonly address: DnsAddress },
): Promise<Controller> {
  const { host } = address
  const zone = new Zone(names.suffix, UNSPECIFIED.has(host) ? [] : [host], context.clock)
  const respond = (message: Buffer, isUdp: boolean) => zone.respond(message, isUdp)
  const server = await DnsServer.listen(address, respond, context.logger)
  return new DnsController(context, members, services, zone, names, () => server.close())
}
