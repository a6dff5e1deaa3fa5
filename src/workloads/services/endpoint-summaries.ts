import type { CachedObject } from '#cache/cached-object.js'
import type { Endpoints } from '#kinds/core/endpoints/schema.js'
import type { EndpointSlice } from '#kinds/discovery/endpointslice/schema.js'
import { type OwnedObject, OwnedObjectIndex, ownedObject } from '#workloads/owned-objects.js'
import { SKIP_MIRROR } from './slice-labels.js'

export interface EndpointsState extends OwnedObject {
  /** The subsets as JSON. */
  readonly content: string
  /** Whether slices mirror them, if their service has no selector. */
  readonly isMirrored: boolean
}

export interface SliceSummary extends OwnedObject {
  readonly isTerminating: boolean
  readonly addressType: string
  /** Sorted uids of its pods. */
  readonly targets: readonly string[]
  /** The endpoints and ports as JSON. */
  readonly content: string
}

function summarizeEndpoints(served: CachedObject): EndpointsState {
  const { metadata, subsets = [] } = JSON.parse(served.json.toString()) as Endpoints
  const plain: EndpointsSubset[] = subsets.map(({ addresses, notReadyAddresses, ports }) => ({
    addresses: addresses?.map(plainAddress),
    notReadyAddresses: notReadyAddresses?.map(plainAddress),
    ports: ports?.map(plainPort),
  }))
  const isMirrored = metadata.labels?.[SKIP_MIRROR] !== 'true' && metadata.annotations?.[LEADER] === undefined
  return { ...ownedObject(served, metadata), content: JSON.stringify(plain), isMirrored }
}

/** Components once elected their leader by an annotation of Endpoints. */
const LEADER = 'control-plane.alpha.kubernetes.io/leader'

function summarizeSlice(served: CachedObject): SliceSummary {
  const { metadata, addressType, endpoints, ports } = JSON.parse(served.json.toString()) as EndpointSlice
  const plain = (endpoints ?? []).map(({ addresses, conditions, nodeName, targetRef }) => ({
    addresses,
    conditions: {
      ready: conditions?.ready,
      serving: conditions?.serving,
      terminating: conditions?.terminating,
    },
    nodeName,
    targetRef: targetRef && plainReference(targetRef),
  }))
  return {
    ...ownedObject(served, metadata),
    isTerminating: Boolean(metadata.deletionTimestamp),
    addressType,
    targets: (endpoints ?? []).map(({ targetRef }) => targetRef?.uid ?? ''),
    content: JSON.stringify({ endpoints: plain, ports: (ports ?? []).map(plainPort) }),
  }
}

/** Only the fields that are compared. */
export interface EndpointsSubset {
  readonly addresses?: readonly ReturnType<typeof plainAddress>[] | undefined
  readonly notReadyAddresses?: readonly ReturnType<typeof plainAddress>[] | undefined
  readonly ports?: readonly ReturnType<typeof plainPort>[] | undefined
}

type Address = NonNullable<NonNullable<Endpoints['subsets']>[number]['addresses']>[number]
type Reference = NonNullable<Address['targetRef']>

// Properties in the order of comparison.
const plainReference = ({ kind, namespace, name, uid }: Reference) => ({ kind, namespace, name, uid })
const plainAddress = ({ ip, nodeName, targetRef }: Address) => ({
  ip,
  nodeName,
  targetRef: targetRef && plainReference(targetRef),
})
const plainPort = ({ name, port, protocol, appProtocol }: PlainPort) => ({
  name,
  port,
  protocol,
  appProtocol,
})

interface PlainPort {
  readonly name?: string | undefined
  readonly port?: number | undefined
  readonly protocol?: string | undefined
  readonly appProtocol?: string | undefined
}

export type Slices = OwnedObjectIndex<SliceSummary>
export const sliceIndex = (): Slices =>
  new OwnedObjectIndex('discovery.k8s.io/endpointslices/', summarizeSlice)
export type EndpointsSummaries = OwnedObjectIndex<EndpointsState>
export const endpointsIndex = (): EndpointsSummaries =>
  new OwnedObjectIndex('core/endpoints/', summarizeEndpoints)
