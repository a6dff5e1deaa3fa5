import type { Service } from '#kinds/core/service/schema.js'
import { type Action, controlledBy, ENDPOINT_SLICE, ENDPOINTS } from '#workloads/action.js'
import type { EndpointsState, EndpointsSubset, SliceSummary } from './endpoint-summaries.js'
import { MANAGED_BY, SERVICE_NAME } from './slice-labels.js'

const MANAGER = 'endpointslicemirroring-controller.k8s.io'
/** Endpoints that are mirrored per subset. */
const MAX_MIRRORED = 1000

type AddressType = 'IPv4' | 'IPv6'

/** Copies Endpoints that somebody maintains by hand to slices: one for each subset and IP family. */
export function mirrorEndpoints(
  { metadata: { name = '' } }: Readonly<Service>,
  endpoints: EndpointsState,
  slices: readonly SliceSummary[],
): readonly Action[] {
  const subsets = endpoints.isMirrored ? (JSON.parse(endpoints.content) as EndpointsSubset[]) : []
  const missing = subsets.flatMap((subset) => [mirrored(subset, 'IPv4'), mirrored(subset, 'IPv6')].flat())
  const spare: SliceSummary[] = []
  for (const slice of slices) {
    if (slice.isTerminating) continue
    const same = missing.findIndex(({ content }) => JSON.stringify(content) === slice.content)
    if (same < 0) spare.push(slice)
    else missing.splice(same, 1)
  }
  const actions: Action[] = missing.map(({ addressType, content }) => {
    const index = spare.findIndex((slice) => slice.addressType === addressType)
    if (index >= 0) {
      const [target] = spare.splice(index, 1) as [SliceSummary]
      const change = (object: Record<string, unknown>) => void Object.assign(object, content)
      return { type: 'change', of: ENDPOINT_SLICE, part: 'object', target, change }
    }
    const metadata = {
      generateName: `${name}-`,
      labels: { ...endpoints.labels, [SERVICE_NAME]: name, [MANAGED_BY]: MANAGER },
      ownerReferences: [controlledBy(ENDPOINTS, { metadata: endpoints })],
    }
    return { type: 'create', of: ENDPOINT_SLICE, object: { metadata, addressType, ...content } }
  })
  return [...actions, ...spare.map((target): Action => ({ type: 'delete', of: ENDPOINT_SLICE, target }))]
}

interface Mirrored {
  readonly addressType: AddressType
  readonly content: { readonly endpoints: readonly object[]; readonly ports: readonly object[] }
}

function mirrored(
  { addresses = [], notReadyAddresses = [], ports = [] }: EndpointsSubset,
  addressType: AddressType,
): readonly Mirrored[] {
  const all = [
    ...addresses.map((address) => ({ ...address, ready: true })),
    ...notReadyAddresses.map((address) => ({ ...address, ready: false })),
  ]
  const endpoints = all
    .filter(({ ip }) => ip.includes(':') === (addressType === 'IPv6'))
    .slice(0, MAX_MIRRORED)
    .map(({ ip, ready, nodeName, targetRef }) => ({
      addresses: [ip],
      conditions: { ready },
      nodeName,
      targetRef,
    }))
  // Slice ports always have a name, possibly empty.
  const named = ports.map(({ name = '', ...port }) => ({ name, ...port }))
  return endpoints.length === 0 ? [] : [{ addressType, content: { endpoints, ports: named } }]
}
