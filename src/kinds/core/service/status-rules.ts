import type { LoadBalancerIngress } from '#kinds/shared/load-balancer.js'
import { mustBeAddress } from '#kinds/shared/network.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { mustFollow } from '#meta/field-rules.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { isLegacyAddress } from '#util/net/legacy-address.js'
import type { Service } from './schema.js'

const IP_MODES = ['Proxy', 'VIP']

/** The rules on a status update. */
export function validateServiceStatus(
  { spec, status }: Readonly<Service>,
  _current: Readonly<Service>,
  errors: FieldErrors,
): void {
  const entries = status.loadBalancer.ingress ?? []
  if (spec.type !== 'LoadBalancer' && entries.length > 0) {
    const message = "may only be used when `spec.type` is 'LoadBalancer'"
    errors.forbidden('status.loadBalancer.ingress', message)
  } else errors.each('status.loadBalancer.ingress', entries, validateEntryPoint)
}

function validateEntryPoint({ ip, hostname, ipMode }: LoadBalancerIngress, errors: FieldErrors): void {
  if (ip !== undefined) mustBeAddress('ip', ip, errors)
  if (ipMode !== undefined) {
    if (ip === undefined) errors.forbidden('ipMode', 'may not be specified when `ip` is not set')
    else if (!IP_MODES.includes(ipMode)) errors.notSupported('ipMode', ipMode, IP_MODES)
  } else if (ip !== undefined) errors.required('ipMode', 'must be specified when `ip` is set')
  mustFollow('hostname', hostname, rfc1123Subdomain, errors)
  if (hostname !== undefined && isLegacyAddress(hostname)) {
    errors.invalid('hostname', hostname, 'must be a DNS name, not an IP address')
  }
}
