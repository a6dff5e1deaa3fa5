import type { FieldErrors } from '#meta/field-errors.js'
import { familyOf } from './address-rules.js'
import { IP_FAMILIES, type ServiceSpec } from './schema.js'
import { HEADLESS } from './service-types.js'

/** The IP family of all allocated addresses. */
const OWN_FAMILY = 'IPv4'

/** Sets the default IP families and family policy. */
export function setIPFamilyDefaults(spec: ServiceSpec, errors: FieldErrors): void {
  const { clusterIPs = [], selector = {} } = spec
  const isHeadless = clusterIPs[0] === HEADLESS
  if (isHeadless && Object.keys(selector).length === 0) {
    setFamiliesOfOthers(spec)
    return
  }
  const families = [...(spec.ipFamilies ?? [])]
  for (const [index, address] of (isHeadless ? [] : clusterIPs).entries()) {
    if (families[index] !== undefined) continue
    const family = familyOf(address)
    families.push(family)
    if (family !== OWN_FAMILY) {
      errors.invalid(`spec.clusterIPs[${index}]`, clusterIPs, `${family} is not configured on this cluster`)
    }
  }
  if (errors.all.length > 0) return
  if (spec.ipFamilyPolicy === 'RequireDualStack') {
    const message = 'this cluster is not configured for dual-stack services'
    errors.invalid('spec.ipFamilyPolicy', spec.ipFamilyPolicy, message)
  }
  for (const [index, family] of families.entries()) {
    if (family === OWN_FAMILY) continue
    errors.invalid(`spec.ipFamilies[${index}]`, family, 'not configured on this cluster')
  }
  spec.ipFamilies = families.length === 0 ? [OWN_FAMILY] : families
  spec.ipFamilyPolicy ??= 'SingleStack'
}

/** A headless service without a selector may have endpoints of both families. */
function setFamiliesOfOthers(spec: ServiceSpec): void {
  spec.ipFamilyPolicy ??= 'RequireDualStack'
  const [first = OWN_FAMILY, second] = spec.ipFamilies ?? []
  const other = IP_FAMILIES.find((family) => family !== first) ?? ''
  const isSingle = spec.ipFamilyPolicy === 'SingleStack'
  spec.ipFamilies = isSingle && second === undefined ? [first] : [first, second ?? other]
}
