import { assumedRequests, type NodeLoad } from './cluster-load.js'
import { collide, type HostPort } from './host-ports.js'
import type { NodeSummary } from './node-summary.js'
import type { Resources } from './resources.js'

export interface Misfit {
  readonly reasons: readonly string[]
  /** Whether the pod would not fit on the empty node either. */
  readonly isForGood: boolean
}

/** Compares requests with the free resources of a node. Returns undefined if the pod fits. */
export function misfitOf(
  requests: Resources,
  { allocatable }: NodeSummary,
  { pods, requested }: NodeLoad,
): Misfit | undefined {
  if (allocatable === undefined) return undefined
  const reasons: string[] = []
  let isForGood = false
  if (pods.size + 1 > (allocatable.get('pods') ?? 0)) reasons.push('Too many pods')
  for (const [name, request] of requests) {
    const whole = allocatable.get(name) ?? 0
    if (request === 0 || request <= whole - (requested.get(name) ?? 0)) continue
    reasons.push(`Insufficient ${name}`)
    isForGood ||= request > whole
  }
  return reasons.length === 0 ? undefined : { reasons, isForGood }
}

/** The mean free share of processor and memory in percent, after the pod is placed. */
export function freeShare(requests: Resources, { allocatable }: NodeSummary, { assumed }: NodeLoad): number {
  if (allocatable === undefined) return 100
  let sum = 0
  for (const [name, request] of assumedRequests(requests)) {
    const whole = allocatable.get(name) ?? 0
    if (whole > 0) sum += Math.max(1 - (request + (assumed.get(name) ?? 0)) / whole, 0) * 50
  }
  return sum
}

/** Whether a pod on the node has one of the ports. */
export function areTaken(ports: readonly HostPort[], { pods }: NodeLoad): boolean {
  if (ports.length === 0) return false
  for (const { hostPorts } of pods.values()) {
    const isTaken = hostPorts.some((taken) => ports.some((port) => collide(taken, port)))
    if (isTaken) return true
  }
  return false
}
