import type { FieldErrors } from '#meta/field-errors.js'
import { familyOf } from '#util/net/legacy-address.js'
import { IP_FAMILIES, type ServiceSpec } from './schema.js'
import { HEADLESS } from './service-types.js'

/** The IP families of the cluster. The first is that of services of one family. */
type OwnFamilies = readonly [string, ...string[]]

/** Sets the default IP families and family policy. `current` is the spec that is changed, if any. */
export function setIPFamilyDefaults(
  spec: ServiceSpec,
  own: OwnFamilies,
  errors: FieldErrors,
  current?: Readonly<ServiceSpec>,
): void {
  if (current !== undefined && staysPreferred(spec, current)) return
  const { clusterIPs = [], selector = {} } = spec
  const hasOthers = clusterIPs[0] === HEADLESS && Object.keys(selector).length === 0
  spec.ipFamilyPolicy ??= current?.ipFamilyPolicy ?? (hasOthers ? 'RequireDualStack' : 'SingleStack')
  mustFitPolicy(spec, current, errors)
  const families = [...(spec.ipFamilies ?? []), ...familiesOfAddresses(spec, own, errors)]
  if (errors.all.length > 0) return
  const isSingle = spec.ipFamilyPolicy === 'SingleStack'
  if (hasOthers) {
    // A headless service without a selector may have endpoints of both families, also where the cluster has one.
    spec.ipFamilies = isSingle ? orFirst(families, own) : withOther(orFirst(families, own))
    return
  }
  if (spec.ipFamilyPolicy === 'RequireDualStack' && own.length === 1) {
    const message = 'this cluster is not configured for dual-stack services'
    errors.invalid('spec.ipFamilyPolicy', spec.ipFamilyPolicy, message)
  }
  for (const [index, family] of families.entries()) {
    if (own.includes(family)) continue
    errors.invalid(`spec.ipFamilies[${index}]`, family, 'not configured on this cluster')
  }
  if (errors.all.length > 0) return
  const isDual = !isSingle && own.length === 2
  spec.ipFamilies = isDual ? withOther(orFirst(families, own)) : orFirst(families, own)
}

const orFirst = (families: readonly string[], own: OwnFamilies) =>
  families.length === 0 ? [own[0]] : [...families]

const withOther = ([first, second]: readonly string[]) => [
  first ?? '',
  second ?? IP_FAMILIES.find((family) => family !== first) ?? '',
]

/** A service that prefers two families changes its families only on demand, not when those of the cluster change. */
function staysPreferred(spec: Readonly<ServiceSpec>, current: Readonly<ServiceSpec>): boolean {
  return (
    spec.ipFamilyPolicy === 'PreferDualStack' &&
    current.ipFamilyPolicy === 'PreferDualStack' &&
    spec.clusterIPs?.join() === current.clusterIPs?.join() &&
    spec.ipFamilies?.join() === current.ipFamilies?.join()
  )
}

/** Several families need a policy that allows them. A service that becomes single drops the second one. */
function mustFitPolicy(
  spec: ServiceSpec,
  current: Readonly<ServiceSpec> | undefined,
  errors: FieldErrors,
): void {
  const { ipFamilyPolicy: policy } = spec
  const mustBeSingle = (what: string) =>
    errors.invalid('spec.ipFamilyPolicy', policy, `must be 'SingleStack' to release the secondary ${what}`)
  const mustNotBeSingle = (what: string) =>
    errors.invalid(
      'spec.ipFamilyPolicy',
      policy,
      `must be 'RequireDualStack' or 'PreferDualStack' when multiple ${what} are specified`,
    )
  if (policy !== 'SingleStack') {
    if (isReleased(spec.clusterIPs, current?.clusterIPs)) mustBeSingle('cluster IP')
    if (isReleased(spec.ipFamilies, current?.ipFamilies)) mustBeSingle('IP family')
    return
  }
  spec.clusterIPs = withoutKept(spec.clusterIPs, current?.clusterIPs)
  spec.ipFamilies = withoutKept(spec.ipFamilies, current?.ipFamilies)
  if (spec.clusterIPs?.length === 2) mustNotBeSingle('cluster IPs')
  if (spec.ipFamilies?.length === 2) mustNotBeSingle('IP families')
}

const isReleased = (values: readonly string[] = [], before: readonly string[] = []) =>
  values.length > 0 && values.length < before.length

/** The first of two values that are those before. */
const withoutKept = (values: string[] | undefined, before: readonly string[] | undefined) =>
  values?.length === 2 && values.join() === before?.join() ? values.slice(0, 1) : values

/** The families of the addresses beyond those that are named. */
function familiesOfAddresses(
  spec: Readonly<ServiceSpec>,
  own: OwnFamilies,
  errors: FieldErrors,
): readonly string[] {
  const { clusterIPs = [], ipFamilies = [] } = spec
  if (clusterIPs[0] === HEADLESS) return []
  const families = clusterIPs.map((address) => familyOf(address) ?? '')
  for (const [index, family] of families.entries()) {
    if (index < ipFamilies.length || own.includes(family)) continue
    errors.invalid(`spec.clusterIPs[${index}]`, clusterIPs, `${family} is not configured on this cluster`)
  }
  return families.slice(ipFamilies.length)
}
