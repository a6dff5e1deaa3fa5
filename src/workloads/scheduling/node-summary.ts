import type { CachedObject } from '#cache/cached-object.js'
import { findCondition } from '#controllers/conditions.js'
import type { Node } from '#kinds/core/node/schema.js'
import { type Resources, resourcesOf } from './resources.js'
import type { Taint } from './taints.js'

/** The fields of a node that the scheduler needs. */
export interface NodeSummary {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  /** Includes taints that follow from its conditions. */
  readonly taints: readonly Taint[]
  readonly isReady: boolean
  readonly isUnschedulable: boolean
  /** Undefined if unlimited. */
  readonly allocatable: Resources | undefined
  /** The address of pods in the network of the node. */
  readonly address: string | undefined
}

export const UNSCHEDULABLE = 'node.kubernetes.io/unschedulable'
const NOT_READY = 'node.kubernetes.io/not-ready'

export function summarizeNode(served: CachedObject): NodeSummary {
  const { metadata, spec, status } = JSON.parse(served.json.toString()) as Node
  const ready = findCondition(status.conditions, 'Ready')
  const resources = status.allocatable ?? status.capacity
  const taints = [...((spec.taints ?? []) as NodeSummary['taints'])]
  if (spec.unschedulable) taints.push({ key: UNSCHEDULABLE, effect: 'NoSchedule' })
  const isReady = ready === undefined || ready.status === 'True'
  if (!isReady) for (const effect of ['NoSchedule', 'NoExecute']) taints.push({ key: NOT_READY, effect })
  return {
    name: metadata.name ?? '',
    labels: metadata.labels ?? {},
    taints,
    isReady,
    isUnschedulable: spec.unschedulable === true,
    allocatable: resources === undefined ? undefined : resourcesOf(resources),
    address: status.addresses?.find(({ type }) => type === 'InternalIP')?.address,
  }
}
