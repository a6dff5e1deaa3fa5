import { mustBeAddressRange, parseAddressRange } from '#kinds/shared/network.js'
import type { FieldErrors } from '#meta/field-errors.js'
import type { ServiceCIDR, ServiceCIDRSpec } from './schema.js'

export function validateServiceCIDR({ spec }: Readonly<ServiceCIDR>, errors: FieldErrors): void {
  errors.field('spec', spec, validateSpec)
}

function validateSpec(spec: ServiceCIDRSpec, errors: FieldErrors): void {
  const { cidrs = [] } = spec
  if (cidrs.length === 0) errors.required('cidrs', 'at least one CIDR required')
  else if (cidrs.length > 2) errors.invalid('cidrs', spec, 'may only hold up to 2 values')
  else if (cidrs.length === 2 && !areOfBothFamilies(cidrs)) {
    errors.invalid(
      'cidrs',
      spec,
      'may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/96',
    )
  } else errors.each('cidrs', cidrs, validateRange)
}

function validateRange(text: string, errors: FieldErrors): void {
  mustBeAddressRange('', text, errors)
}

function areOfBothFamilies(cidrs: readonly string[]): boolean {
  const families = new Set(cidrs.map((cidr) => parseAddressRange(cidr)?.family))
  return families.size === 2 && !families.has(undefined)
}

/** The ranges are immutable, except that one of the other family may be added. */
export function validateServiceCIDRUpdate(
  { spec: { cidrs = [] } }: Readonly<ServiceCIDR>,
  { spec: { cidrs: current = [] } }: Readonly<ServiceCIDR>,
  errors: FieldErrors,
): void {
  const FIXED = 'field is immutable'
  if (cidrs.length < current.length) {
    errors.invalid('spec.cidrs', cidrs, FIXED)
    return
  }
  for (const [index, cidr] of current.entries()) {
    if (cidrs[index] !== cidr) errors.invalid(`spec.cidrs[${index}]`, cidrs[index], FIXED)
  }
}
