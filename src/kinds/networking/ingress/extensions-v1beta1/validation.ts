import { type CarriedFields, carriedIn, PathFinder } from '#kinds/networking/ingress/carried-fields.js'
import { legacyPortName } from '#kinds/shared/formats.js'
import { isAddress, mustBePort } from '#kinds/shared/network.js'
import type { TypedLocalObjectReference } from '#kinds/shared/object-reference.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { mustBeGiven, mustBeGivenAs, mustFollow } from '#meta/field-rules.js'
import { dns1035Label, dns1123Subdomain, wildcardSubdomain } from '#meta/formats.js'
import { isPosixPattern } from './posix-pattern.js'
import type {
  HTTPIngressPath,
  HTTPIngressRuleValue,
  Ingress,
  IngressBackend,
  IngressLoadBalancerIngress,
  IngressRule,
  IngressSpec,
  IngressTLS,
} from './schema.js'

export function validateIngress({ metadata, spec }: Readonly<Ingress>, errors: FieldErrors): void {
  errors.field('spec', spec, validateSpec, carriedIn(metadata))
}

function validateSpec(spec: IngressSpec, errors: FieldErrors, carried: CarriedFields): void {
  const { backend, rules, tls } = spec
  if (backend === undefined && rules === undefined) {
    errors.invalid('', spec, 'either `backend` or `rules` must be specified')
  }
  errors.field('backend', backend, validateBackend, carried.defaultBackend)
  errors.each('rules', rules, validateRule, new PathFinder(carried))
  errors.each('tls', tls, validateTls)
}

/** `resource` is the backend if it is not a service, which only the other version allows. */
function validateBackend(
  { serviceName, servicePort }: IngressBackend,
  errors: FieldErrors,
  resource: TypedLocalObjectReference | undefined,
): void {
  if (serviceName === '' && resource !== undefined) return
  mustBeGivenAs('serviceName', serviceName, dns1035Label, errors)
  if (serviceName !== '') mustBePort('servicePort', servicePort, errors, legacyPortName)
}

const NOT_A_NAME = 'must be a DNS name, not an IP address'

function validateRule({ host, http }: IngressRule, errors: FieldErrors, carried: PathFinder): void {
  if (host !== undefined) {
    if (isAddress(host)) errors.invalid('host', host, NOT_A_NAME)
    mustBeHost('host', host, errors)
    // The backend of a wildcard host was never validated, and objects rely on that.
    if (host.includes('*')) return
  }
  errors.field('http', http, validateHttp, { host, carried })
}

function mustBeHost(field: string, host: string, errors: FieldErrors): void {
  errors.format(field, host, host.includes('*') ? wildcardSubdomain : dns1123Subdomain)
}

interface PathsOfHost {
  readonly host: string | undefined
  readonly carried: PathFinder
}

function validateHttp({ paths }: HTTPIngressRuleValue, errors: FieldErrors, of: PathsOfHost): void {
  mustBeGiven('paths', paths, errors)
  errors.each('paths', paths, validatePath, of)
}

function validatePath(
  { path, backend }: HTTPIngressPath,
  errors: FieldErrors,
  { host, carried }: PathsOfHost,
): void {
  if (path !== undefined) {
    if (!path.startsWith('/')) errors.invalid('path', path, 'must be an absolute path')
    if (!isPosixPattern(path)) errors.invalid('path', path, 'must be a valid regex')
  }
  errors.field('backend', backend, validateBackend, carried.next(host, path)?.resource)
}

function validateTls({ hosts }: IngressTLS, errors: FieldErrors): void {
  errors.each('hosts', hosts, validateTlsHost)
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
  if (ip !== undefined && !isAddress(ip)) errors.invalid('ip', ip, 'must be a valid IP address')
  mustFollow('hostname', hostname, dns1123Subdomain, errors)
  if (hostname !== undefined && isAddress(hostname)) errors.invalid('hostname', hostname, NOT_A_NAME)
}
