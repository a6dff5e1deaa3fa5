import { isIP } from 'node:net'
import type { Pod } from '#kinds/core/pod/schema.js'
import type { Service } from '#kinds/core/service/schema.js'
import type { EndpointSlice } from '#kinds/discovery/endpointslice/schema.js'
import { serviceUnavailable } from '#meta/api-error.js'
import { portNumber } from './split-name.js'

/** The objects behind a service. */
export interface ServiceObjects {
  readonly service: Service
  readonly slices: readonly EndpointSlice[]
  /** Undefined for a pod that is not there, or whose node is simulated. */
  readonly pod: (namespace: string, name: string) => Pod | undefined
  /** A random number below the limit. */
  readonly random: (limit: number) => number
}

/** An address and port behind a service. Throws `serviceUnavailable` if there is none. */
export function serviceTarget(
  id: string,
  port: string,
  { service, slices, pod, random }: ServiceObjects,
): { readonly address: string; readonly port: number } {
  const wanted = portName(service, port)
  const candidates = slices.flatMap(({ endpoints, ports }) => {
    const found = ports?.find(({ name }) => (name ?? '') === wanted)?.port
    if (found === undefined) return []
    return (endpoints ?? []).map((endpoint) => ({ endpoint, port: found }))
  })
  const first = candidates.length === 0 ? 0 : random(candidates.length)
  for (let index = 0; index < candidates.length; index++) {
    const { endpoint, port } = candidates[(first + index) % candidates.length] as (typeof candidates)[number]
    const [address] = endpoint.addresses ?? []
    if (address === undefined || !isIP(address) || endpoint.conditions?.ready === false) continue
    // Only addresses of pods: whoever may write slices chooses all others.
    const { targetRef } = endpoint
    if (targetRef?.kind !== 'Pod' || targetRef.namespace !== service.metadata.namespace) continue
    const { status } = pod(targetRef.namespace ?? '', targetRef.name ?? '') ?? {}
    const addresses = [status?.podIP, ...(status?.podIPs ?? []).map(({ ip }) => ip)]
    if (addresses.includes(address)) return { address, port }
  }
  throw serviceUnavailable(`no endpoints available for service ${JSON.stringify(id)}`)
}

/** The name of the port that a number stands for. */
function portName({ metadata, spec }: Service, port: string): string {
  if (!/^\d+$/.test(port)) return port
  const found = spec.ports?.find((candidate) => candidate.port === portNumber(port))
  if (found !== undefined) return found.name ?? ''
  throw serviceUnavailable(`no service port ${port} found for service ${JSON.stringify(metadata.name)}`)
}
