import { serviceCIDR } from '#kinds/networking/servicecidr/index.js'
import type { ServiceCIDR } from '#kinds/networking/servicecidr/schema.js'
import type { Allocations } from '#registry/allocations.js'
import { objectKey } from '#registry/keys.js'
import type { ServiceNetwork } from './network.js'
import { type AddressRange, type IPFamily, parseClusterRange } from './ranges.js'

type StoredObject = ReturnType<Allocations['objectsUnder']>[number]

/** The ServiceCIDR that the server makes of its options. */
const OWN = objectKey(serviceCIDR, undefined, 'kubernetes')
/** A larger IPv6 range is not allocated from. */
const MIN_IPV6_BITS = 64

/** By the state of a ServiceCIDR: parsed once. */
const known = new WeakMap<StoredObject, readonly AddressRange[]>()

/** The ranges of a family that services get addresses from: those of all ServiceCIDRs that are ready. */
export function readyRanges(
  family: IPFamily,
  { ranges }: ServiceNetwork,
  allocations: Allocations,
): readonly AddressRange[] {
  const all = allocations.objectsUnder(serviceCIDR.prefix).flatMap(rangesOf)
  // Those of the options count from the start, before their ServiceCIDR is stored.
  if (!allocations.isStored(OWN)) all.unshift(...ranges)
  return all.filter((range) => range.family === family)
}

/** None of a ServiceCIDR that is not ready. */
function rangesOf(object: StoredObject): readonly AddressRange[] {
  const parsed = known.get(object)
  if (parsed !== undefined) return parsed
  const value = JSON.parse(object.json.toString()) as ServiceCIDR
  const ranges = isReady(value)
    ? (value.spec?.cidrs ?? []).flatMap((text) => parseClusterRange(text) ?? [])
    : []
  const usable = ranges.filter(({ family, bits }) => family === 'IPv4' || bits >= MIN_IPV6_BITS)
  known.set(object, usable)
  return usable
}

/** A new ServiceCIDR is ready before a controller says so. */
function isReady({ metadata, status }: ServiceCIDR): boolean {
  if (metadata.deletionTimestamp) return false
  const ready = status?.conditions?.find(({ type }) => type === 'Ready')
  return ready === undefined || ready.status === 'True'
}
