import { mustBeAddress } from '#kinds/shared/network.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { mustBeOneOf } from '#meta/field-rules.js'
import { familyOf } from '#util/net/legacy-address.js'
import { IP_FAMILIES, IP_FAMILY_POLICIES, type ServiceSpec } from './schema.js'
import { HEADLESS, isHeadless } from './service-types.js'

/**
 * The rules on addresses and IP families. They run before allocation, which relies on them, and again with all other
 * rules.
 */
export function validateAddresses(spec: Readonly<ServiceSpec>, errors: FieldErrors): void {
  if (spec.type === 'ExternalName') return
  const { clusterIP = '', clusterIPs = [], ipFamilies, ipFamilyPolicy } = spec
  if (clusterIP === '') {
    if (clusterIPs.length > 0) {
      errors.invalid('clusterIPs', clusterIPs, 'must be empty when `clusterIP` is not specified')
    }
  } else if (clusterIPs.length === 0) errors.required('clusterIPs')
  else if (clusterIPs[0] !== clusterIP) {
    errors.invalid('clusterIPs', clusterIPs, 'first value must match `clusterIP`')
  }
  errors.eachDistinct('ipFamilies', ipFamilies, validateFamily)
  mustBeOneOf('ipFamilyPolicy', ipFamilyPolicy, IP_FAMILY_POLICIES, errors)
  if (areAddresses(clusterIPs, errors)) validateFamilies(spec, clusterIPs, errors)
}

function validateFamily(family: string, errors: FieldErrors, seen: Set<string>): void {
  mustBeOneOf('', family, IP_FAMILIES, errors)
  if (seen.has(family)) errors.duplicate('', family)
  seen.add(family)
}

function areAddresses(clusterIPs: readonly string[], errors: FieldErrors): boolean {
  let valid = true
  for (const [index, address] of clusterIPs.entries()) {
    if (index === 0 && address === HEADLESS) {
      if (clusterIPs.length === 1) continue
      errors.invalid('clusterIPs', clusterIPs, "'None' must be the first and only value")
      valid = false
    } else if (!mustBeAddress(`clusterIPs[${index}]`, address, errors)) valid = false
  }
  if (clusterIPs.length > 2) errors.invalid('clusterIPs', clusterIPs, 'may only hold up to 2 values')
  return valid
}

function validateFamilies(
  spec: Readonly<ServiceSpec>,
  clusterIPs: readonly string[],
  errors: FieldErrors,
): void {
  const { ipFamilies = [] } = spec
  if (clusterIPs.length > 1 && new Set(clusterIPs.map(familyOf)).size === 1) {
    errors.invalid('clusterIPs', clusterIPs, 'may specify no more than one IP for each IP family')
  }
  if (isHeadless(spec)) return
  for (const [index, address] of clusterIPs.entries()) {
    const family = ipFamilies[index]
    if (family === undefined || family === familyOf(address)) continue
    if (!IP_FAMILIES.some((known) => known === family)) continue
    errors.invalid(
      `clusterIPs[${index}]`,
      address,
      `expected an ${family} value as indicated by \`ipFamilies[${index}]\``,
    )
  }
}

/** Addresses and IP families are immutable, unless the service becomes or stops being an ExternalName. */
export function validateAddressUpdate(
  spec: Readonly<ServiceSpec>,
  current: Readonly<ServiceSpec>,
  errors: FieldErrors,
): void {
  if (spec.type === 'ExternalName' || current.type === 'ExternalName') return
  const [is, was] = [isHeadless(spec), isHeadless(current)]
  if (is && was) return
  const { clusterIPs = [], ipFamilies = [] } = spec
  if (clusterIPs.length === 0 && (current.clusterIPs ?? []).length > 0) {
    errors.invalid('clusterIPs[0]', clusterIPs, 'primary clusterIP can not be unset')
  } else mustStay('clusterIP', clusterIPs, current.clusterIPs, spec, errors)
  if (is || was) return
  if (clusterIPs.length === 0 && ipFamilies.length < (current.ipFamilies ?? []).length) {
    errors.invalid('ipFamilies[0]', ipFamilies, 'primary ipFamily can not be unset')
  }
  mustStay('ipFamily', ipFamilies, current.ipFamilies, spec, errors)
}

/** The second value may be added; only a service of a single family may release it. */
function mustStay(
  one: 'clusterIP' | 'ipFamily',
  values: readonly string[],
  current: readonly string[] = [],
  { ipFamilyPolicy }: Readonly<ServiceSpec>,
  errors: FieldErrors,
): void {
  const field = one === 'clusterIP' ? 'clusterIPs' : 'ipFamilies'
  const kept = values.length === current.length ? current : current.slice(0, Math.min(values.length, 1))
  for (const [index, value] of kept.entries()) {
    // Kubernetes names the first family, whichever has changed.
    const at = one === 'clusterIP' ? index : 0
    if (values[index] !== value) errors.invalid(`${field}[${at}]`, values, 'may not change once set')
  }
  if (values.length === 1 && current.length > 1 && ipFamilyPolicy !== 'SingleStack') {
    errors.invalid(
      'ipFamilyPolicy',
      ipFamilyPolicy,
      `must be set to 'SingleStack' when releasing the secondary ${one}`,
    )
  }
}
