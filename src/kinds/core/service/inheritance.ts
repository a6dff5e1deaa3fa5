import type { Service, ServicePort, ServiceSpec } from './schema.js'
import { isReachedFromOutside, needsAddress, needsHealthCheckPort, needsNodePorts } from './service-types.js'

/** What a changed service takes over from the current one, and what goes with its type. */

/** What the server has chosen stays although a replacement does not name it. */
export function keepChosen({ spec }: Service, { spec: current }: Readonly<Service>): void {
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

/** A port is the same port when it has the same name. */
function keepNodePorts(ports: readonly ServicePort[], current: readonly ServicePort[]): void {
  const named = new Set(ports.map(({ nodePort }) => nodePort))
  const byName = new Map(current.map(({ name, nodePort }) => [name, nodePort]))
  for (const port of ports) {
    const kept = byName.get(port.name)
    if (port.nodePort !== undefined || kept === undefined || named.has(kept)) continue
    port.nodePort = kept
    named.add(kept)
  }
}

/** Clients that know of one address only change that one; the list of addresses follows. */
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

/**
 * Settings that the current type had, and perhaps the server chose, go when the new type has no use for them. A setting
 * that the same write changes stays, and is rejected by the rules.
 */
export function dropForType({ spec, status }: Service, { spec: current }: Readonly<Service>): void {
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
  if (isReachedFromOutside(current) && !isReachedFromOutside(spec)) {
    dropSame('externalTrafficPolicy', spec, current)
  }
}

function dropSame(member: keyof ServiceSpec, spec: ServiceSpec, current: Readonly<ServiceSpec>): void {
  if (spec[member] === current[member]) spec[member] = undefined as never
}

const sameList = (left: readonly string[] = [], right: readonly string[] = []) => left.join() === right.join()

const nodePortsOf = ({ ports = [] }: Readonly<ServiceSpec>) =>
  [...new Set(ports.map(({ nodePort }) => nodePort))].sort().join()
const sameNodePorts = (left: Readonly<ServiceSpec>, right: Readonly<ServiceSpec>) =>
  nodePortsOf(left) === nodePortsOf(right)
