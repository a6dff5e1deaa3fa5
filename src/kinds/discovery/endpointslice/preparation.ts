import { isUnchanged } from '#kinds/shared/unchanged.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { type Endpoint, EndpointSlice } from './schema.js'

/** The label that named the node before there was a field. */
const HOSTNAME = 'kubernetes.io/hostname'

/** Labels are no longer written, and hints about nodes not yet. */
export function dropUnserved({ endpoints }: EndpointSlice): void {
  for (const endpoint of endpoints ?? []) {
    dropNodeHints(endpoint)
    endpoint.deprecatedTopology = undefined
  }
}

export function prepareChangedSlice(slice: EndpointSlice, current: Readonly<EndpointSlice>): void {
  for (const endpoint of slice.endpoints ?? []) dropNodeHints(endpoint)
  if (isUnchanged(EndpointSlice, 'endpoints', slice, current)) return
  const nodes = new Set(current.endpoints?.flatMap(({ nodeName }) => nodeName ?? []))
  for (const endpoint of slice.endpoints ?? []) {
    const label = endpoint.deprecatedTopology?.[HOSTNAME]
    endpoint.deprecatedTopology = undefined
    const isKnown = label !== undefined && nodes.has(label) && rfc1123Subdomain(label).length === 0
    if (isKnown) endpoint.nodeName ??= label
  }
}

function dropNodeHints({ hints }: Endpoint): void {
  if (hints !== undefined) hints.forNodes = undefined
}
