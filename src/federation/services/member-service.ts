import { OWNED_BY } from '#federation/annotations.js'
import type { MemberObject } from '#federation/members/lazy-object.js'
import {
  type LoadBalancerIngress,
  readLoadBalancerIngress,
} from '#federation/propagation/status/load-balancer-ingress.js'
import { isAddress } from '#util/net/ip-address.js'

export const SERVICE_NAME = 'kubernetes.io/service-name'
/** Labels of imported slices. */
export const IMPORTED_SERVICE = 'multicluster.kubernetes.io/service-name'
export const SOURCE_CLUSTER = 'multicluster.kubernetes.io/source-cluster'
/** On objects that the federation made to import a service. */
export const IMPORTED = 'federation.binnacle.dev/imported'

export interface ServicePort {
  readonly name: string
  readonly protocol: string
  readonly port: number
  readonly appProtocol?: string
}

/** What is kept of a service in a member. */
export interface MemberService {
  readonly namespace: string
  readonly name: string
  readonly uid: string
  readonly type: string
  readonly isHeadless: boolean
  readonly clusterIPs: readonly string[]
  readonly ports: readonly ServicePort[]
  readonly sessionAffinity: string
  /** In seconds. */
  readonly affinityTimeout: number | undefined
  /** The uid of the federated object, of a copy. */
  readonly owner: string | undefined
  /** Whether it was made to import a service. */
  readonly isImported: boolean
  readonly ingress: readonly LoadBalancerIngress[]
}

export interface SliceEndpoint {
  readonly addresses: readonly string[]
  readonly conditions: Readonly<Record<string, boolean>>
  readonly hostname?: string
  readonly zone?: string
}

/** What is kept of an EndpointSlice in a member. */
export interface MemberSlice {
  readonly namespace: string
  readonly name: string
  readonly uid: string
  /** The service that it belongs to, or from which it was imported. */
  readonly service: string
  /** Of an imported slice: the cluster of its endpoints. */
  readonly source: string | undefined
  readonly labels: Readonly<Record<string, string>>
  readonly addressType: string
  readonly endpoints: readonly SliceEndpoint[]
  readonly ports: readonly Readonly<Record<string, unknown>>[]
}

/** Limits of one object: the values go to other clusters. */
const MAX_PORTS = 100
const MAX_ENDPOINTS = 1000
const MAX_ADDRESSES = 100
const CONDITIONS = ['ready', 'serving', 'terminating'] as const

export function readService(object: MemberObject): MemberService {
  const { metadata } = object
  const spec = propertiesOf(object.spec)
  const clusterIPs = listOf(spec.clusterIPs ?? [spec.clusterIP]).filter(isText)
  const { timeoutSeconds } = propertiesOf(propertiesOf(spec.sessionAffinityConfig).clientIP)
  return {
    namespace: metadata.namespace ?? '',
    name: metadata.name,
    uid: metadata.uid,
    type: isText(spec.type) ? spec.type : 'ClusterIP',
    isHeadless: spec.clusterIP === 'None',
    clusterIPs: clusterIPs.filter(isAddress),
    ports: listOf(spec.ports).slice(0, MAX_PORTS).flatMap(readPort),
    sessionAffinity: isText(spec.sessionAffinity) ? spec.sessionAffinity : 'None',
    affinityTimeout: typeof timeoutSeconds === 'number' ? timeoutSeconds : undefined,
    owner: metadata.annotations?.[OWNED_BY],
    isImported: metadata.labels?.[IMPORTED] === 'true',
    ingress: readLoadBalancerIngress(propertiesOf(propertiesOf(object.status).loadBalancer).ingress),
  }
}

function readPort(value: unknown): readonly ServicePort[] {
  const { name, protocol, port, appProtocol } = propertiesOf(value)
  if (typeof port !== 'number') return []
  return [
    {
      name: isText(name) ? name : '',
      protocol: isText(protocol) ? protocol : 'TCP',
      port,
      ...(isText(appProtocol) && { appProtocol }),
    },
  ]
}

export function readSlice(object: MemberObject): MemberSlice | undefined {
  const { namespace = '', name, uid, labels = {} } = object.metadata
  const service = labels[IMPORTED_SERVICE] ?? labels[SERVICE_NAME]
  if (service === undefined || !isText(object.addressType)) return undefined
  return {
    namespace,
    name,
    uid,
    service,
    source: labels[SOURCE_CLUSTER],
    labels,
    addressType: object.addressType,
    endpoints: listOf(object.endpoints).slice(0, MAX_ENDPOINTS).flatMap(readEndpoint),
    ports: listOf(object.ports).slice(0, MAX_PORTS).map(readSlicePort),
  }
}

/** Without what only makes sense in its cluster: node and pod. */
function readEndpoint(value: unknown): readonly SliceEndpoint[] {
  const { addresses, conditions, hostname, zone } = propertiesOf(value)
  const given = propertiesOf(conditions)
  const known = CONDITIONS.flatMap((type) => {
    const is = given[type]
    return typeof is === 'boolean' ? [[type, is] as const] : []
  })
  return [
    {
      addresses: listOf(addresses).filter(isText).slice(0, MAX_ADDRESSES),
      conditions: Object.fromEntries(known),
      ...(isText(hostname) && hostname !== '' && { hostname }),
      ...(isText(zone) && zone !== '' && { zone }),
    },
  ]
}

function readSlicePort(value: unknown): Readonly<Record<string, unknown>> {
  const { name, protocol, port, appProtocol } = propertiesOf(value)
  return {
    name: isText(name) ? name : '',
    protocol: isText(protocol) ? protocol : 'TCP',
    ...(typeof port === 'number' && { port }),
    ...(isText(appProtocol) && { appProtocol }),
  }
}

/** Unknown readiness counts as ready. */
export const hasReadyEndpoint = ({ endpoints }: MemberSlice) =>
  endpoints.some(({ addresses, conditions }) => addresses.length > 0 && conditions.ready !== false)

const isText = (value: unknown): value is string => typeof value === 'string'

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

export const propertiesOf = (value: unknown) =>
  (typeof value === 'object' && value !== null ? value : {}) as Readonly<Record<string, unknown>>
