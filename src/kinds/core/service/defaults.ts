import type { LoadBalancerStatus } from '#kinds/shared/load-balancer.js'
import { isExternallyAccessible, needsAddress } from './service-types.js'

/** Defaults that depend on other fields of the service. */

const AFFINITY_SECONDS = 3 * 60 * 60

interface PortDefaults {
  port: number
  targetPort?: number | string | undefined
}

export function setServicePortDefaults(port: PortDefaults): void {
  if (port.targetPort === undefined || port.targetPort === 0 || port.targetPort === '') {
    port.targetPort = port.port
  }
}

interface SpecDefaults {
  type?: string | undefined
  externalIPs?: string[] | undefined
  sessionAffinity?: string | undefined
  sessionAffinityConfig?: { clientIP?: { timeoutSeconds?: number | undefined } | undefined } | undefined
  externalTrafficPolicy?: string | undefined
  internalTrafficPolicy?: string | undefined
  allocateLoadBalancerNodePorts?: boolean | undefined
}

export function setServiceSpecDefaults(spec: SpecDefaults): void {
  if (spec.sessionAffinity === 'None') spec.sessionAffinityConfig = undefined
  else if (spec.sessionAffinity === 'ClientIP') {
    const timeoutSeconds = spec.sessionAffinityConfig?.clientIP?.timeoutSeconds ?? AFFINITY_SECONDS
    spec.sessionAffinityConfig = { clientIP: { timeoutSeconds } }
  }
  if (isExternallyAccessible(spec)) spec.externalTrafficPolicy ??= 'Cluster'
  if (needsAddress(spec)) spec.internalTrafficPolicy ??= 'Cluster'
  if (spec.type === 'LoadBalancer') spec.allocateLoadBalancerNodePorts ??= true
}

interface StatusDefaults {
  readonly spec: SpecDefaults
  readonly status: { readonly loadBalancer: LoadBalancerStatus }
}

/** The `ipMode` of an entry with an address defaults to VIP. */
export function setServiceDefaults({ spec, status }: StatusDefaults): void {
  if (spec.type !== 'LoadBalancer') return
  for (const entry of status.loadBalancer.ingress ?? []) {
    if (entry.ip !== undefined) entry.ipMode ??= 'VIP'
  }
}
