import { addressWarnings } from '#kinds/shared/address-warnings.js'
import type { EndpointSlice } from './schema.js'

const MANAGED_BY = 'endpointslice.kubernetes.io/managed-by'
const OWN_MANAGERS = ['endpointslice-controller.k8s.io', 'endpointslicemirroring-controller.k8s.io']

/** Clients are warned about their own addresses, not about those of a controller. */
export function endpointSliceWarnings(
  { metadata, addressType, endpoints }: Readonly<EndpointSlice>,
  current: Readonly<EndpointSlice> | undefined,
): readonly string[] {
  const warnings: string[] = []
  if (addressType === 'FQDN' && current === undefined) {
    warnings.push('spec.addressType: FQDN endpoints are deprecated')
  }
  if (OWN_MANAGERS.includes(metadata.labels?.[MANAGED_BY] ?? '') || addressType === 'FQDN') return warnings
  for (const [index, { addresses }] of (endpoints ?? []).entries()) {
    for (const [at, address] of (addresses ?? []).entries()) {
      warnings.push(...addressWarnings(`endpoints[${index}].addresses[${at}]`, address))
    }
  }
  return warnings
}
