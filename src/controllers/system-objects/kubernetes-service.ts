import { isIPv4 } from 'node:net'
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os'
import { DEFAULT_NAMESPACE } from '#controllers/namespaces/namespace.js'
import { objectKey } from '#registry/keys.js'
import type { ServiceAddresses } from './service-addresses.js'
import type { SystemObject } from './system-object.js'

export interface ListenAddress {
  readonly address: string
  readonly port: number
}

const NAME = 'kubernetes'

/**
 * The `kubernetes` service and its endpoints. There are none on a machine with only a loopback address, which
 * others could not use.
 */
export function kubernetesService(
  { address, port }: ListenAddress,
  addresses: ServiceAddresses,
): readonly SystemObject[] {
  const reachable = reachableAddress(address)
  const service = serviceOn(port, addresses)
  const own = [service, addressOfService(addresses)]
  return reachable === undefined ? own : [...own, endpointsAt(reachable, port), sliceAt(reachable, port)]
}

const SERVICE_KEY = objectKey({ prefix: 'core/services/' }, DEFAULT_NAMESPACE, NAME)

/** The IPAddress of the service, unless that has kept another address. */
const addressOfService = ({ first, family }: ServiceAddresses): SystemObject => ({
  prefix: 'networking.k8s.io/ipaddresses/',
  apiVersion: 'networking.k8s.io/v1',
  kind: 'IPAddress',
  name: first,
  labels: {
    'ipaddress.kubernetes.io/ip-family': family,
    'ipaddress.kubernetes.io/managed-by': 'ipallocator.k8s.io',
  },
  hasGeneration: false,
  isDue: (find) => {
    const service = find(SERVICE_KEY)
    if (service === undefined) return true
    const { spec } = JSON.parse(service.json.toString()) as { readonly spec: { readonly clusterIP?: string } }
    return spec.clusterIP === first
  },
  content: () => ({
    spec: { parentRef: { resource: 'services', namespace: DEFAULT_NAMESPACE, name: NAME } },
  }),
})

function serviceOn(targetPort: number, { first, family }: ServiceAddresses): SystemObject {
  const ports = [{ name: 'https', protocol: 'TCP', port: 443, targetPort }]
  return {
    prefix: 'core/services/',
    apiVersion: 'v1',
    kind: 'Service',
    namespace: DEFAULT_NAMESPACE,
    name: NAME,
    labels: { component: 'apiserver', provider: 'kubernetes' },
    hasGeneration: false,
    allocations: [`service-addresses/${first}`],
    content: () => ({
      spec: {
        ports,
        clusterIP: first,
        clusterIPs: [first],
        type: 'ClusterIP',
        sessionAffinity: 'None',
        ipFamilies: [family],
        ipFamilyPolicy: 'SingleStack',
        internalTrafficPolicy: 'Cluster',
      },
      status: { loadBalancer: {} },
    }),
    restore: ({ spec }) => Object.assign(spec as object, { ports }),
  }
}

function endpointsAt(ip: string, port: number): SystemObject {
  const subsets = [{ addresses: [{ ip }], ports: [{ name: 'https', port, protocol: 'TCP' }] }]
  return {
    prefix: 'core/endpoints/',
    apiVersion: 'v1',
    kind: 'Endpoints',
    namespace: DEFAULT_NAMESPACE,
    name: NAME,
    // The server maintains the slice below.
    labels: { 'endpointslice.kubernetes.io/skip-mirror': 'true' },
    hasGeneration: false,
    content: () => ({ subsets }),
    restore: (object) => Object.assign(object, { subsets }),
  }
}

function sliceAt(ip: string, port: number): SystemObject {
  const endpoints = [{ addresses: [ip], conditions: { ready: true } }]
  const ports = [{ name: 'https', protocol: 'TCP', port }]
  return {
    prefix: 'discovery.k8s.io/endpointslices/',
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    namespace: DEFAULT_NAMESPACE,
    name: NAME,
    labels: { 'kubernetes.io/service-name': NAME },
    hasGeneration: true,
    content: () => ({ addressType: isIPv4(ip) ? 'IPv4' : 'IPv6', endpoints, ports }),
    restore: (slice) => {
      if (JSON.stringify([slice.endpoints, slice.ports]) === JSON.stringify([endpoints, ports])) return
      Object.assign(slice, { endpoints, ports })
      slice.metadata.generation = (slice.metadata.generation ?? 0) + 1
    },
  }
}

const isUnspecified = (address: string) => address === '0.0.0.0' || address === '::'
const isLoopback = (address: string) => address === '::1' || (isIPv4(address) && address.startsWith('127.'))
const isLinkLocal = (address: string) => address.startsWith('169.254.') || /^fe[89ab]/i.test(address)

/** The listen address, or an address of this machine instead of a wildcard or loopback one. */
function reachableAddress(address: string): string | undefined {
  if (!isUnspecified(address) && !isLoopback(address)) return address
  const all = Object.values(networkInterfaces()).flatMap(
    (addresses: NetworkInterfaceInfo[] = []) => addresses,
  )
  const candidates = all.filter(({ internal, address }) => !internal && !isLinkLocal(address))
  return (candidates.find(({ family }) => family === 'IPv4') ?? candidates[0])?.address
}
