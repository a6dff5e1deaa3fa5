import type { ResourceRequirements } from '#kinds/shared/pod/containers/container.js'
import { exposeOnHost, type PodSpec } from '#kinds/shared/pod/pod-spec.js'
import { setOwn, sortedKeys } from '#schema/map-members.js'

/** What pods get that templates leave to them. */
export function completePod(spec: PodSpec): void {
  for (const { resources } of spec.containers ?? []) requestLimits(resources)
  for (const { resources } of spec.initContainers ?? []) requestLimits(resources)
  spec.enableServiceLinks ??= true
  // A pod cannot end before it is asked to. Templates keep what they were given.
  if ((spec.terminationGracePeriodSeconds ?? 0) < 0) spec.terminationGracePeriodSeconds = 1
  if (spec.hostNetwork) exposeOnHost(spec)
}

/** What is limited but not requested is requested up to its limit. */
function requestLimits(resources: ResourceRequirements): void {
  const { limits, requests } = resources
  if (limits === undefined) return
  const both: Record<string, string> = { ...limits, ...requests }
  const sorted: Record<string, string> = {}
  for (const name of sortedKeys(both)) setOwn(sorted, name, both[name] as string)
  resources.requests = sorted
}

interface Addresses {
  podIP?: string | undefined
  podIPs?: { ip: string }[] | undefined
}

/** Two members for one thing: the first of all addresses is the address. Where they differ the older member counts. */
export function agreeOnAddress(status: Addresses): void {
  const { podIP, podIPs } = status
  if (podIP !== undefined && podIPs?.[0]?.ip !== podIP) status.podIPs = [{ ip: podIP }]
  else if (podIPs !== undefined) status.podIP = podIPs[0]?.ip
}
