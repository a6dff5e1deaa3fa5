import { mustBeLegacyRange } from '#kinds/shared/network.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { parseAddress } from '#util/net/ip-address.js'
import { formatAddress, type LegacyRange, networkOf } from '#util/net/legacy-address.js'
import type { ServiceCIDR, ServiceCIDRSpec } from './schema.js'

export function validateNewServiceCIDR({ spec }: Readonly<ServiceCIDR>, errors: FieldErrors): void {
  errors.field('spec', spec, validateSpec)
}

function validateSpec(spec: ServiceCIDRSpec, errors: FieldErrors): void {
  const { cidrs = [] } = spec
  if (cidrs.length === 0) errors.required('cidrs', 'at least one CIDR required')
  else if (cidrs.length > 2) errors.invalid('cidrs', spec, 'may only hold up to 2 values')
  else validateRanges(cidrs, errors)
}

/** Reports the first error. Returns the range if it can be read. */
function mustBeCanonicalRange(field: string, text: string, errors: FieldErrors): LegacyRange | undefined {
  const range = mustBeLegacyRange(field, text, errors)
  const message = range && formError(text, range)
  if (message !== undefined) errors.invalid(field, text, message)
  return range
}

function formError(text: string, range: LegacyRange): string | undefined {
  const [written = '', bits = ''] = text.split('/')
  const bytes = parseAddress(written)
  if (bytes === undefined || /^0[0-9]/.test(bits)) return 'must not have leading 0s in IP or prefix length'
  if (bytes.length !== range.address.length) return 'must not have an IPv4-mapped IPv6 address'
  const network = networkOf(range)
  if (network.join() !== range.address.join()) return 'must not have bits set beyond the prefix length'
  const canonical = `${formatAddress(network)}/${range.bits}`
  return text === canonical ? undefined : `must be in canonical form (${JSON.stringify(canonical)})`
}

function validateRanges(cidrs: readonly string[], errors: FieldErrors): void {
  const ranges = cidrs.map((cidr, at) => mustBeCanonicalRange(`cidrs[${at}]`, cidr, errors))
  if (ranges.length < 2 || new Set(ranges.map((range) => range?.address.length)).size === 2) return
  errors.invalid(
    'cidrs',
    cidrs,
    'may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/64',
  )
}

const FIXED = 'field is immutable'

/** The ranges are immutable, except that one of the other family may be added. */
export function validateServiceCIDRUpdate(
  { spec }: Readonly<ServiceCIDR>,
  { spec: { cidrs: current = [] } }: Readonly<ServiceCIDR>,
  errors: FieldErrors,
): void {
  const { cidrs = [] } = spec
  const isExtended = current.length === 1 && cidrs.length === 2
  if (cidrs.length !== current.length && !isExtended) {
    errors.invalid('spec.cidrs', cidrs, FIXED)
    return
  }
  for (const [index, cidr] of current.entries()) {
    if (cidrs[index] !== cidr) errors.invalid(`spec.cidrs[${index}]`, cidrs[index], FIXED)
  }
  if (isExtended) errors.field('spec', spec, validateSpec)
}
