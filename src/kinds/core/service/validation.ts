import {
  mustBeAddress,
  mustBeLegacyRange,
  mustBeOrdinaryAddress,
  mustBePort,
  mustBePortNumber,
} from '#kinds/shared/network.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { mustBeGivenAsOneOf, mustBeOneOf } from '#meta/field-rules.js'
import { qualifiedName, rfc1123Label, rfc1123Subdomain } from '#meta/formats.js'
import { validateLabels } from '#meta/label-rules.js'
import type { ObjectMeta } from '#meta/object-meta.js'
import { validateAddresses, validateAddressUpdate } from './address-rules.js'
import {
  AFFINITIES,
  PROTOCOLS,
  SERVICE_TYPES,
  type Service,
  type ServicePort,
  type ServiceSpec,
  TRAFFIC_POLICIES,
} from './schema.js'
import { isExternallyAccessible, isHeadless, needsAddress, needsHealthCheckPort } from './service-types.js'

const MAX_AFFINITY_SECONDS = 24 * 60 * 60
const SOURCE_RANGES = 'service.beta.kubernetes.io/load-balancer-source-ranges'
export const TOPOLOGY_HINTS = 'service.kubernetes.io/topology-aware-hints'
export const TOPOLOGY_MODE = 'service.kubernetes.io/topology-mode'
const FOR_LOAD_BALANCERS = "may only be used when `type` is 'LoadBalancer'"

export function validateService({ metadata, spec }: Readonly<Service>, errors: FieldErrors): void {
  errors.field('metadata', metadata, validateAnnotations)
  errors.field('spec', spec, validateSpec)
  if (spec.loadBalancerSourceRanges === undefined) validateSourceRangesIn(metadata, spec, errors)
  errors.field('spec', spec, validateTraffic)
}

/** The rules on the change come first. */
export function validateServiceUpdate(
  service: Readonly<Service>,
  current: Readonly<Service>,
  errors: FieldErrors,
): void {
  errors.field('spec', service.spec, validateSpecUpdate, current.spec)
  validateService(service, errors)
}

function validateSpecUpdate(spec: ServiceSpec, errors: FieldErrors, current: ServiceSpec): void {
  validateAddressUpdate(spec, current, errors)
  const staysBalanced = spec.type === 'LoadBalancer' && current.type === 'LoadBalancer'
  if (staysBalanced && spec.loadBalancerClass !== current.loadBalancerClass) {
    errors.invalid('loadBalancerClass', spec.loadBalancerClass, 'may not change once set')
  }
  validateLoadBalancerClass(spec, errors)
  if (!needsHealthCheckPort(spec) || !needsHealthCheckPort(current)) return
  if (spec.healthCheckNodePort !== current.healthCheckNodePort) {
    errors.forbidden('healthCheckNodePort', 'field is immutable')
  }
}

function validateAnnotations({ annotations = {} }: ObjectMeta, errors: FieldErrors): void {
  const { [TOPOLOGY_HINTS]: hints, [TOPOLOGY_MODE]: mode } = annotations
  if (hints === undefined || mode === undefined || hints === mode) return
  const message = `must match annotations[${TOPOLOGY_HINTS}] when both are specified`
  errors.invalid(`annotations[${TOPOLOGY_MODE}]`, mode, message)
}

function validateSpec(spec: ServiceSpec, errors: FieldErrors): void {
  const { type = '', ports = [], selector } = spec
  if (ports.length === 0 && type !== 'ExternalName' && !isHeadless(spec)) errors.required('ports')
  validateForType(spec, errors)
  errors.each('ports', ports, validatePort, { namesNeeded: ports.length > 1, names: new Set<string>() })
  validateLabels('selector', selector, errors)
  validateAffinity(spec, errors)
  validateAddresses(spec, errors)
  errors.each('externalIPs', spec.externalIPs, validateExternalIP)
  mustBeGivenAsOneOf('type', type, SERVICE_TYPES, errors)
  if (type === 'ClusterIP') errors.each('ports', ports, mustHaveNoNodePort)
  errors.eachDistinct('ports', ports, mustHaveOwnNodePort)
  errors.eachDistinct('ports', ports, mustBeUnique)
  errors.each('LoadBalancerSourceRanges', sourceRangesOf(spec, errors), validateSourceRange)
}

function validateForType(spec: ServiceSpec, errors: FieldErrors): void {
  const { type, clusterIPs = [], ipFamilies = [], ipFamilyPolicy, externalName = '' } = spec
  if ((type === 'LoadBalancer' || type === 'NodePort') && isHeadless(spec)) {
    errors.invalid('clusterIPs[0]', clusterIPs[0], `may not be set to 'None' for ${type} services`)
  }
  if (type !== 'ExternalName') return
  const message = 'may not be set for ExternalName services'
  if (clusterIPs.length > 0) errors.forbidden('clusterIPs', message)
  if (ipFamilies.length > 0) errors.forbidden('ipFamilies', message)
  if (ipFamilyPolicy !== undefined) errors.forbidden('ipFamilyPolicy', message)
  // A trailing dot marks a fully qualified name.
  const name = externalName.endsWith('.') ? externalName.slice(0, -1) : externalName
  if (name === '') errors.required('externalName')
  else errors.format('externalName', name, rfc1123Subdomain)
}

interface PortNames {
  readonly namesNeeded: boolean
  readonly names: Set<string>
}

function validatePort(port: ServicePort, errors: FieldErrors, { namesNeeded, names }: PortNames): void {
  const { name = '', protocol, appProtocol, targetPort } = port
  if (name !== '') {
    errors.format('name', name, rfc1123Label)
    if (names.has(name)) errors.duplicate('name', name)
    names.add(name)
  } else if (namesNeeded) errors.required('name')
  mustBePortNumber('port', port.port, errors)
  mustBeGivenAsOneOf('protocol', protocol, PROTOCOLS, errors)
  if (targetPort !== undefined) mustBePort('targetPort', targetPort, errors)
  if (appProtocol !== undefined) errors.format('appProtocol', appProtocol, qualifiedName)
}

function mustHaveNoNodePort({ nodePort = 0 }: ServicePort, errors: FieldErrors): void {
  if (nodePort !== 0) errors.forbidden('nodePort', "may not be used when `type` is 'ClusterIP'")
}

function mustHaveOwnNodePort(
  { protocol, nodePort }: ServicePort,
  errors: FieldErrors,
  seen: Set<string>,
): void {
  if (!nodePort) return
  const key = `${protocol}/${nodePort}`
  if (seen.has(key)) errors.duplicate('nodePort', nodePort)
  seen.add(key)
}

function mustBeUnique({ protocol, port }: ServicePort, errors: FieldErrors, seen: Set<string>): void {
  const key = `${protocol}/${port}`
  if (seen.has(key)) errors.duplicate('', { protocol, port })
  seen.add(key)
}

function validateAffinity(spec: ServiceSpec, errors: FieldErrors): void {
  const { sessionAffinity, sessionAffinityConfig } = spec
  mustBeGivenAsOneOf('sessionAffinity', sessionAffinity, AFFINITIES, errors)
  if (sessionAffinity !== 'ClientIP') return
  const seconds = sessionAffinityConfig?.clientIP?.timeoutSeconds ?? 0
  if (seconds > 0 && seconds <= MAX_AFFINITY_SECONDS) return
  errors.invalid(
    'sessionAffinityConfig.clientIP.timeoutSeconds',
    seconds,
    `must be greater than 0 and less than ${MAX_AFFINITY_SECONDS}`,
  )
}

function validateExternalIP(address: string, errors: FieldErrors): void {
  if (mustBeAddress('', address, errors)) mustBeOrdinaryAddress('', address, errors)
}

/** Kubernetes spells the path with a capital letter. */
function sourceRangesOf(spec: ServiceSpec, errors: FieldErrors): readonly string[] {
  const { type, loadBalancerSourceRanges: ranges = [] } = spec
  if (ranges.length > 0 && type !== 'LoadBalancer') {
    errors.forbidden('LoadBalancerSourceRanges', FOR_LOAD_BALANCERS)
  }
  return ranges
}

function validateLoadBalancerClass({ type, loadBalancerClass }: ServiceSpec, errors: FieldErrors): void {
  if (loadBalancerClass === undefined) return
  if (type === 'LoadBalancer') errors.format('loadBalancerClass', loadBalancerClass, qualifiedName)
  else errors.forbidden('loadBalancerClass', FOR_LOAD_BALANCERS)
}

function validateSourceRange(range: string, errors: FieldErrors): void {
  mustBeLegacyRange('', range.trim(), errors)
}

/** Older clients give the ranges in an annotation. */
function validateSourceRangesIn(
  { annotations }: ObjectMeta,
  { type }: ServiceSpec,
  errors: FieldErrors,
): void {
  const text = annotations?.[SOURCE_RANGES]?.trim()
  if (text === undefined) return
  const field = `metadata.annotations[${SOURCE_RANGES}]`
  if (type !== 'LoadBalancer') errors.forbidden(field, FOR_LOAD_BALANCERS)
  if (text === '') return
  for (const range of text.split(',')) mustBeLegacyRange(field, range.trim(), errors)
}

function validateTraffic(spec: ServiceSpec, errors: FieldErrors): void {
  const { externalTrafficPolicy, healthCheckNodePort = 0, internalTrafficPolicy } = spec
  if (spec.type !== 'LoadBalancer' && spec.allocateLoadBalancerNodePorts !== undefined) {
    errors.forbidden('allocateLoadBalancerNodePorts', FOR_LOAD_BALANCERS)
  }
  validateLoadBalancerClass(spec, errors)
  if (isExternallyAccessible(spec)) {
    mustBeGivenAsOneOf('externalTrafficPolicy', externalTrafficPolicy, TRAFFIC_POLICIES, errors)
  } else if (externalTrafficPolicy !== undefined) {
    errors.invalid(
      'externalTrafficPolicy',
      externalTrafficPolicy,
      'may only be set for externally-accessible services',
    )
  }
  if (needsHealthCheckPort(spec)) mustBePortNumber('healthCheckNodePort', healthCheckNodePort, errors)
  else if (healthCheckNodePort !== 0) {
    errors.invalid(
      'healthCheckNodePort',
      healthCheckNodePort,
      "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'",
    )
  }
  if (needsAddress(spec) && internalTrafficPolicy === undefined) errors.required('internalTrafficPolicy')
  mustBeOneOf('internalTrafficPolicy', internalTrafficPolicy, TRAFFIC_POLICIES, errors)
  mustBeOneOf('trafficDistribution', spec.trafficDistribution, ['PreferClose'], errors)
}
