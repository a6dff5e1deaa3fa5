import { dns1123Subdomain } from '#meta/formats.js'
import { isAddress } from '#util/net/ip-address.js'

/** An ingress point of a load balancer. */
export type LoadBalancerIngress = Readonly<Record<string, unknown>>

/** Per object and cluster. All of them go into the status of the federated object. */
const MAX_ENTRY_POINTS = 32
const MAX_PORTS = 100
const IP_MODES: ReadonlySet<unknown> = new Set(['VIP', 'Proxy'])
const PROTOCOLS: ReadonlySet<unknown> = new Set(['SCTP', 'TCP', 'UDP'])
const NONE: readonly LoadBalancerIngress[] = []

/** The valid ingress points in a status. Invalid ones are skipped: they would block the whole status update. */
export function readLoadBalancerIngress(reported: unknown): readonly LoadBalancerIngress[] {
  if (!Array.isArray(reported) || reported.length === 0) return NONE
  return reported.slice(0, MAX_ENTRY_POINTS).flatMap((point: unknown) => {
    const { ip, hostname, ipMode, ports } = propertiesOf(point)
    const hasAddress = typeof ip === 'string' && isAddress(ip)
    const hasName = isName(hostname)
    if (!hasAddress && !hasName) return []
    return [
      {
        ...(hasAddress && { ip }),
        ...(hasName && { hostname }),
        ...(hasAddress && IP_MODES.has(ipMode) && { ipMode }),
        ...(Array.isArray(ports) && { ports: ports.slice(0, MAX_PORTS).flatMap(portIn) }),
      },
    ]
  })
}

function portIn(reported: unknown): readonly object[] {
  const { port, protocol, error } = propertiesOf(reported)
  if (!(Number.isInteger(port) && PROTOCOLS.has(protocol))) return []
  return [{ port, protocol, ...(isName(error) && { error }) }]
}

const isName = (value: unknown): value is string =>
  typeof value === 'string' && dns1123Subdomain(value).length === 0 && !isAddress(value)

const propertiesOf = (value: unknown) =>
  (typeof value === 'object' && value !== null ? value : {}) as Readonly<Record<string, unknown>>
