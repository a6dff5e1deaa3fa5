import { isAddressRange } from '#kinds/shared/network-address.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { mustBeGiven } from '#meta/field-rules.js'
import type { Cluster, ServerAddressByClientCIDR } from './schema.js'

export function validateCluster({ spec }: Readonly<Cluster>, errors: FieldErrors): void {
  const { serverAddressByClientCIDRs: addresses } = spec
  mustBeGiven('spec.serverAddressByClientCIDRs', addresses, errors)
  errors.each('spec.serverAddressByClientCIDRs', addresses, validateAddress)
}

/** Without a range the address is for every client. */
function validateAddress({ clientCIDR }: ServerAddressByClientCIDR, errors: FieldErrors): void {
  if (clientCIDR === '' || isAddressRange(clientCIDR)) return
  errors.invalid('clientCIDR', clientCIDR, `must be a valid CIDR: invalid CIDR address: ${clientCIDR}`)
}
