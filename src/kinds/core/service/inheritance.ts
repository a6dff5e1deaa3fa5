import type { Service, ServicePort, ServiceSpec } from './schema.js'
import {
  isExternallyAccessible,
  needsAddress,
  needsHealthCheckPort,
  needsNodePorts,
} from './service-types.js'

/** What an update keeps from the current service, and what it drops with a change of type. */

/** Allocated values stay if a replacement leaves them out. */
export function keepAllocated({ spec }: Service, { spec: current }: Readonly<Service>): void {
  if (needsAddress(current) && needsAddress(spec)) {
    spec.clusterIP ??= current.clusterIP
    if (spec.clusterIPs === undefined && spec.clusterIP === current.clusterIP) {
      spec.clusterIPs = current.clusterIPs
    }
  }
  if (needsNodePorts(current) && needsNodePorts(spec)) keepNodePorts(spec.ports ?? [], current.ports ?? [])
  if (needsHealthCheckPort(current) && needsHealthCheckPort(spec)) {
    spec.healthCheckNodePort ??= current.healthCheckNodePort
  }
}

/** Ports are matched by name. */
function keepNodePorts(ports: readonly ServicePort[], current: readonly ServicePort[]): void {
  const named = new Set(ports.map(({ nodePort }) => nodePort))
  const byName = new Map(current.map(({ name, nodePort }) => [name, nodePort]))
  for (const port of ports) {
    const kept = byName.get(port.name)
    if (port.nodePort !== undefined || kept === undefined || named.has(kept)) continue
    port.nodePort = kept
  }
}

/** Older clients change only `clusterIP`; `clusterIPs` follows. */
export function alignAddresses({ spec }: Service, current: Readonly<Service> | undefined): void {
  const { clusterIP, clusterIPs } = spec
  if (current === undefined) {
    if (clusterIP !== undefined && clusterIPs === undefined) spec.clusterIPs = [clusterIP]
    return
  }
  const before = current.spec
  if (clusterIP === before.clusterIP) {
    spec.clusterIPs ??= before.clusterIPs
    return
  }
  if (!sameList(clusterIPs, before.clusterIPs)) return
  spec.clusterIPs = clusterIP === undefined ? undefined : [clusterIP]
}

/** Drops fields that the new type does not use. A field that the same write changes stays, and the rules reject it. */
export function dropTypeDependentFields(
  { spec, status }: Service,
  { spec: current }: Readonly<Service>,
): void {
  if (needsAddress(current) && !needsAddress(spec)) {
    if (spec.clusterIP === current.clusterIP && sameList(spec.clusterIPs, current.clusterIPs)) {
      spec.clusterIP = undefined
      spec.clusterIPs = undefined
    }
    if (sameList(spec.ipFamilies, current.ipFamilies)) spec.ipFamilies = undefined
    dropSame('ipFamilyPolicy', spec, current)
    dropSame('internalTrafficPolicy', spec, current)
  }
  if (needsNodePorts(current) && !needsNodePorts(spec) && sameNodePorts(spec, current)) {
    for (const port of spec.ports ?? []) port.nodePort = undefined
  }
  if (needsHealthCheckPort(current) && !needsHealthCheckPort(spec)) {
    dropSame('healthCheckNodePort', spec, current)
  }
  if (current.type === 'LoadBalancer' && spec.type !== 'LoadBalancer') {
    dropSame('allocateLoadBalancerNodePorts', spec, current)
    dropSame('loadBalancerClass', spec, current)
    status.loadBalancer = { ingress: undefined }
  }
  if (isExternallyAccessible(current) && !isExternallyAccessible(spec)) {
    dropSame('externalTrafficPolicy', spec, current)
  }
}

function dropSame(field: keyof ServiceSpec, spec: ServiceSpec, current: Readonly<ServiceSpec>): void {
  if (spec[field] === current[field]) spec[field] = undefined as never
}

const sameList = (left: readonly string[] = [], right: readonly string[] = []) => left.join() === right.join()

const nodePortsOf = ({ ports = [] }: Readonly<ServiceSpec>) =>
  [...new Set(ports.map(({ nodePort }) => nodePort))].sort().join()
const sameNodePorts = (left: Readonly<ServiceSpec>, right: Readonly<ServiceSpec>) =>
  nodePortsOf(left) === nodePortsOf(right)
