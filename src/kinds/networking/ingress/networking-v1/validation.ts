import { addressWarnings } from '#kinds/shared/address-warnings.js'
import { portName } from '#kinds/shared/formats.js'
import { mustBeAddress, mustBePortNumber } from '#kinds/shared/network.js'
import { mustBeReference } from '#kinds/shared/object-reference.js'
import { FieldErrors, type Rule } from '#meta/field-errors.js'
import { mustBeGivenAs, mustFollow } from '#meta/field-rules.js'
import { dns1035Label, rfc1123Subdomain, wildcardSubdomain } from '#meta/formats.js'
import { isLegacyAddress } from '#util/net/legacy-address.js'
import {
  type HTTPIngressPath,
  type HTTPIngressRuleValue,
  type Ingress,
  type IngressBackend,
  type IngressLoadBalancerIngress,
  type IngressRule,
  type IngressServiceBackend,
  type IngressSpec,
  type IngressTLS,
  PATH_TYPES,
} from './schema.js'

/** The annotation in which older clients name the class. Controllers still read it. */
export const CLASS_ANNOTATION = 'kubernetes.io/ingress.class'

/** What an update may keep, because an older version of the API accepts it. */
interface Tolerance {
  readonly secretNames: boolean
  readonly wildcardHosts: boolean
}

const STRICT: Tolerance = { secretNames: false, wildcardHosts: false }

export function validateNewIngress(ingress: Readonly<Ingress>, errors: FieldErrors): void {
  errors.field('spec', ingress.spec, validateSpec, STRICT)
  validateClass(ingress, errors)
}

export function validateIngressUpdate(
  { spec }: Readonly<Ingress>,
  { spec: current }: Readonly<Ingress>,
  errors: FieldErrors,
): void {
  const tolerance = {
    secretNames: breaks(current, (spec, errors) => errors.each('tls', spec.tls, validateSecretName)),
    wildcardHosts: breaks(current, (spec, errors) => errors.each('rules', spec.rules, validateWildcardRule)),
  }
  errors.field('spec', spec, validateSpec, tolerance)
}

function breaks(spec: IngressSpec, rule: Rule<IngressSpec>): boolean {
  const errors = new FieldErrors()
  rule(spec, errors)
  return errors.all.length > 0
}

function validateWildcardRule({ host, http }: IngressRule, errors: FieldErrors): void {
  if (host?.includes('*')) errors.field('http', http, validateHttp)
}

/** A new ingress has one class. Existing ones with two are left alone. */
function validateClass({ metadata, spec }: Readonly<Ingress>, errors: FieldErrors): void {
  const named = metadata.annotations?.[CLASS_ANNOTATION]
  const { ingressClassName } = spec
  if (named === undefined || ingressClassName === undefined || named === ingressClassName) return
  errors.invalid(
    `annotations.${CLASS_ANNOTATION}`,
    named,
    'must match `ingressClassName` when both are specified',
  )
}

export function ingressWarnings(
  { metadata, spec }: Readonly<Ingress>,
  current: Readonly<Ingress> | undefined,
): readonly string[] {
  if (current !== undefined || spec.ingressClassName !== undefined) return []
  if (metadata.annotations?.[CLASS_ANNOTATION] === undefined) return []
  return [`annotation "${CLASS_ANNOTATION}" is deprecated, please use 'spec.ingressClassName' instead`]
}

export function ingressStatusWarnings({ status }: Readonly<Ingress>): readonly string[] {
  const { ingress = [] } = status.loadBalancer
  return ingress.flatMap(({ ip }, at) =>
    ip ? addressWarnings(`status.loadBalancer.ingress[${at}]`, ip) : [],
  )
}

function validateSpec(spec: IngressSpec, errors: FieldErrors, tolerance: Tolerance): void {
  const { defaultBackend, rules, tls, ingressClassName } = spec
  if (defaultBackend === undefined && rules === undefined) {
    errors.invalid('', rules, 'either `defaultBackend` or `rules` must be specified')
  }
  errors.field('defaultBackend', defaultBackend, validateBackend)
  errors.each('rules', rules, validateRule, tolerance)
  errors.each('tls', tls, validateTls, tolerance)
  if (ingressClassName !== undefined) errors.format('ingressClassName', ingressClassName, rfc1123Subdomain)
}

function validateBackend({ service, resource }: IngressBackend, errors: FieldErrors): void {
  // Kubernetes does not quote the backend.
  if (service !== undefined && resource !== undefined) {
    errors.invalid('', '', 'cannot set both resource and service backends')
  } else if (service === undefined && resource === undefined) {
    errors.invalid('', '', 'resource or service backend is required')
  } else {
    errors.field('resource', resource, mustBeReference)
    if (service !== undefined) validateService(service, errors)
  }
}

function validateService({ name, port }: IngressServiceBackend, errors: FieldErrors): void {
  mustBeGivenAs('service.name', name, dns1035Label, errors)
  const hasName = (port.name ?? '') !== ''
  const hasNumber = (port.number ?? 0) !== 0
  if (hasName && hasNumber) errors.invalid('', '', 'cannot set both port name & port number')
  else if (hasName) errors.format('service.port.name', port.name ?? '', portName)
  else if (hasNumber) mustBePortNumber('service.port.number', port.number, errors)
  else errors.required('', 'port name or number is required')
}

const NOT_A_NAME = 'must be a DNS name, not an IP address'

function validateRule(
  { host = '', http }: IngressRule,
  errors: FieldErrors,
  { wildcardHosts }: Tolerance,
): void {
  if (host !== '') {
    if (isLegacyAddress(host)) errors.invalid('host', host, NOT_A_NAME)
    mustBeHost('host', host, errors)
  }
  if (wildcardHosts && host.includes('*')) return
  errors.field('http', http, validateHttp)
}

function mustBeHost(field: string, host: string, errors: FieldErrors): void {
  errors.format(field, host, host.includes('*') ? wildcardSubdomain : rfc1123Subdomain)
}

function validateHttp({ paths }: HTTPIngressRuleValue, errors: FieldErrors): void {
  if (paths === null || paths.length === 0) errors.required('paths')
  errors.each('paths', paths, validatePath)
}

/** Sequences that readers of a path interpret differently. */
const AMBIGUOUS_PARTS = ['//', '/./', '/../', '%2f', '%2F']
const AMBIGUOUS_ENDS = ['/..', '/.']
const ABSOLUTE = 'must be an absolute path'

function validatePath({ path = '', pathType, backend }: HTTPIngressPath, errors: FieldErrors): void {
  switch (pathType) {
    case null:
      errors.required('pathType', 'pathType must be specified')
      return
    case 'Exact':
    case 'Prefix':
      if (!path.startsWith('/')) errors.invalid('path', path, ABSOLUTE)
      for (const part of AMBIGUOUS_PARTS) {
        if (path.includes(part)) errors.invalid('path', path, `must not contain '${part}'`)
      }
      for (const end of AMBIGUOUS_ENDS) {
        if (path.endsWith(end)) errors.invalid('path', path, `cannot end with '${end}'`)
      }
      break
    case 'ImplementationSpecific':
      if (path !== '' && !path.startsWith('/')) errors.invalid('path', path, ABSOLUTE)
      break
    default:
      errors.notSupported('pathType', pathType, PATH_TYPES)
  }
  errors.field('backend', backend, validateBackend)
}

function validateTls(tls: IngressTLS, errors: FieldErrors, { secretNames }: Tolerance): void {
  errors.each('hosts', tls.hosts, validateTlsHost)
  if (!secretNames) validateSecretName(tls, errors)
}

function validateSecretName({ secretName }: IngressTLS, errors: FieldErrors): void {
  mustFollow('secretName', secretName, rfc1123Subdomain, errors)
}

function validateTlsHost(host: string, errors: FieldErrors): void {
  mustBeHost('', host, errors)
}

/** The rules on a status update. */
export function validateIngressStatus(
  { status }: Readonly<Ingress>,
  _current: Readonly<Ingress>,
  errors: FieldErrors,
): void {
  errors.each('status.loadBalancer.ingress', status.loadBalancer.ingress, validateEntryPoint)
}

function validateEntryPoint({ ip, hostname }: IngressLoadBalancerIngress, errors: FieldErrors): void {
  if (ip !== undefined) mustBeAddress('ip', ip, errors)
  mustFollow('hostname', hostname, rfc1123Subdomain, errors)
  if (hostname !== undefined && isLegacyAddress(hostname)) errors.invalid('hostname', hostname, NOT_A_NAME)
}
