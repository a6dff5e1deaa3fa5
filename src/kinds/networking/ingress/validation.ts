import type { FieldErrors } from '../../../meta/field-errors.js'
import { mustBeGiven, mustBeGivenAs, mustFollow } from '../../../meta/field-rules.js'
import { dns1035Label, dns1123Subdomain, wildcardSubdomain } from '../../../meta/formats.js'
import type { LoadBalancerIngress } from '../../shared/load-balancer.js'
import { isAddress } from '../../shared/network-address.js'
import { mustBePort } from '../../shared/port-rules.js'
import { isPosixPattern } from './posix-pattern.js'
import type {
  HTTPIngressPath,
  HTTPIngressRuleValue,
  Ingress,
  IngressBackend,
  IngressRule,
  IngressSpec,
  IngressTLS,
} from './schema.js'

export function validateIngress({ spec }: Readonly<Ingress>, errors: FieldErrors): void {
  errors.member('spec', spec, validateSpec)
}

function validateSpec(spec: IngressSpec, errors: FieldErrors): void {
  const { backend, rules, tls } = spec
  if (backend === undefined && rules === undefined) {
    errors.invalid('', spec, 'either `backend` or `rules` must be specified')
  }
  errors.member('backend', backend, validateBackend)
  errors.each('rules', rules, validateRule)
  errors.each('tls', tls, validateTls)
}

function validateBackend({ serviceName, servicePort }: IngressBackend, errors: FieldErrors): void {
  mustBeGivenAs('serviceName', serviceName, dns1035Label, errors)
  if (serviceName !== '') mustBePort('servicePort', servicePort, errors)
}

const NOT_A_NAME = 'must be a DNS name, not an IP address'

function validateRule({ host, http }: IngressRule, errors: FieldErrors): void {
  if (host !== undefined) {
    if (isAddress(host)) errors.invalid('host', host, NOT_A_NAME)
    mustBeHost('host', host, errors)
    // What a wildcard leads to has never been validated, and there are objects that count on it.
    if (host.includes('*')) return
  }
  errors.member('http', http, validateHttp)
}

function mustBeHost(field: string, host: string, errors: FieldErrors): void {
  errors.format(field, host, host.includes('*') ? wildcardSubdomain : dns1123Subdomain)
}

function validateHttp({ paths }: HTTPIngressRuleValue, errors: FieldErrors): void {
  mustBeGiven('paths', paths, errors)
  errors.each('paths', paths, validatePath)
}

function validatePath({ path, backend }: HTTPIngressPath, errors: FieldErrors): void {
  if (path !== undefined) {
    if (!path.startsWith('/')) errors.invalid('path', path, 'must be an absolute path')
    if (!isPosixPattern(path)) errors.invalid('path', path, 'must be a valid regex')
  }
  errors.member('backend', backend, validateBackend)
}

function validateTls({ hosts }: IngressTLS, errors: FieldErrors): void {
  errors.each('hosts', hosts, validateTlsHost)
}

function validateTlsHost(host: string, errors: FieldErrors): void {
  mustBeHost('', host, errors)
}

/** What a controller may report: where the traffic comes in. */
export function validateIngressStatus(
  { status }: Readonly<Ingress>,
  _current: Readonly<Ingress>,
  errors: FieldErrors,
): void {
  errors.each('status.loadBalancer.ingress', status.loadBalancer.ingress, validateEntryPoint)
}

function validateEntryPoint({ ip, hostname }: LoadBalancerIngress, errors: FieldErrors): void {
  if (ip !== undefined && !isAddress(ip)) errors.invalid('ip', ip, 'must be a valid IP address')
  mustFollow('hostname', hostname, dns1123Subdomain, errors)
  if (hostname !== undefined && isAddress(hostname)) errors.invalid('hostname', hostname, NOT_A_NAME)
}
