import type { ResourceRequirements } from '#kinds/shared/pod/containers/container.js'
import { type PodSpec, setHostPortDefaults } from '#kinds/shared/pod/pod-spec.js'
import { setOwn, sortedKeys } from '#schema/json-object.js'

/** Defaults that pods have and templates do not. */
export function setPodDefaults(spec: PodSpec): void {
  for (const { resources } of spec.containers ?? []) requestLimits(resources)
  for (const { resources } of spec.initContainers ?? []) requestLimits(resources)
  spec.enableServiceLinks ??= true
  // A grace period cannot be negative.
  if ((spec.terminationGracePeriodSeconds ?? 0) < 0) spec.terminationGracePeriodSeconds = 1
  if (spec.hostNetwork) setHostPortDefaults(spec)
}

/** Requests default to limits. */
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

/** `podIP` is the first of `podIPs`. If they differ, `podIP` wins. */
export function alignPodIPs(status: Addresses): void {
  const { podIP, podIPs } = status
  if (podIP !== undefined && podIPs?.[0]?.ip !== podIP) status.podIPs = [{ ip: podIP }]
  else if (podIPs !== undefined) status.podIP = podIPs[0]?.ip
}
