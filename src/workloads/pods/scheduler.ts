import type { CachedObject } from '#cache/cached-object.js'
import { findCondition } from '#controllers/conditions.js'
import type { Node } from '#kinds/core/node/schema.js'
import type { Pod } from '#kinds/core/pod/schema.js'

export interface Taint {
  readonly key: string
  readonly value?: string | undefined
  readonly effect: string
}

/** The fields of a node that the scheduler needs. */
export interface NodeSummary {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  /** Includes taints that follow from its conditions. */
  readonly taints: readonly Taint[]
  readonly isReady: boolean
  /** Maximum number of pods; undefined if unlimited. */
  readonly room: number | undefined
}

export function summarizeNode(served: CachedObject): NodeSummary {
  const { metadata, spec, status } = JSON.parse(served.json.toString()) as Node
  const ready = findCondition(status.conditions, 'Ready')
  const pods = (status.allocatable ?? status.capacity)?.pods
  const taints = [...((spec.taints ?? []) as NodeSummary['taints'])]
  if (spec.unschedulable) taints.push({ key: UNSCHEDULABLE, effect: 'NoSchedule' })
  const isReady = ready === undefined || ready.status === 'True'
  if (!isReady) for (const effect of ['NoSchedule', 'NoExecute']) taints.push({ key: NOT_READY, effect })
  return {
    name: metadata.name ?? '',
    labels: metadata.labels ?? {},
    taints,
    isReady,
    room: pods === undefined ? undefined : Number(pods),
  }
}

const UNSCHEDULABLE = 'node.kubernetes.io/unschedulable'
const NOT_READY = 'node.kubernetes.io/not-ready'

/** The chosen node, or why there is none. */
export type Placement = { readonly node: string } | { readonly reason: string }

/** Chooses the feasible node with the fewest pods. */
export function placePod(
  pod: Readonly<Pod>,
  nodes: Iterable<NodeSummary>,
  podsOn: (node: string) => number,
): Placement {
  const reasons = new Map<string, number>()
  let best: { readonly node: string; readonly pods: number } | undefined
  for (const node of nodes) {
    const pods = podsOn(node.name)
    const reason = whyNot(pod, node, pods)
    if (reason !== undefined) reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
    else if (best === undefined || pods < best.pods) best = { node: node.name, pods }
  }
  if (best !== undefined) return { node: best.node }
  const reported = [...reasons].map(([reason, nodes]) => `${nodes} ${reason}`).join(', ')
  return { reason: reported === '' ? 'no nodes available to schedule pods' : reported }
}

/** Returns why the pod cannot run on the node, or undefined. */
function whyNot(pod: Readonly<Pod>, node: NodeSummary, pods: number): string | undefined {
  if (!toleratesAll(pod, node)) {
    const isCordoned = node.taints.some(({ key }) => key === UNSCHEDULABLE)
    return isCordoned ? 'node(s) were unschedulable' : 'node(s) had untolerated taint(s)'
  }
  if (!isSelected(pod, node)) return "node(s) didn't match Pod's node affinity/selector"
  if (node.room !== undefined && pods >= node.room) return 'Too many pods'
  return undefined
}

export function toleratesAll({ spec }: Pick<Pod, 'spec'>, { taints }: Pick<NodeSummary, 'taints'>): boolean {
  const tolerations = spec.tolerations ?? []
  return taints
    .filter(({ effect }) => effect !== 'PreferNoSchedule')
    .every((taint) => tolerations.some((toleration) => tolerates(toleration, taint)))
}

interface Toleration {
  readonly key?: string | undefined
  readonly operator?: string | undefined
  readonly value?: string | undefined
  readonly effect?: string | undefined
}

export const tolerates = ({ key, operator = 'Equal', value = '', effect }: Toleration, taint: Taint) =>
  (!effect || effect === taint.effect) &&
  (!key ? operator === 'Exists' : key === taint.key) &&
  (operator === 'Exists' || value === (taint.value ?? ''))

/** Whether the node selector and required affinity match the node. */
export function isSelected({ spec }: Pick<Pod, 'spec'>, { name, labels }: NodeSummary): boolean {
  for (const [key, value] of Object.entries(spec.nodeSelector ?? {})) if (labels[key] !== value) return false
  const terms = spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms
  if (!terms) return true
  return terms.some(({ matchExpressions = [], matchFields = [] }) => {
    if (matchExpressions.length + matchFields.length === 0) return false
    return (
      matchExpressions.every((requirement) => meets(requirement, labels[requirement.key])) &&
      matchFields.every((requirement) => requirement.key === 'metadata.name' && meets(requirement, name))
    )
  })
}

interface NodeRequirement {
  readonly key: string
  readonly operator: string
  readonly values?: readonly string[] | undefined
}

function meets({ operator, values = [] }: NodeRequirement, found: string | undefined): boolean {
  switch (operator) {
    case 'In':
      return found !== undefined && values.includes(found)
    case 'NotIn':
      return found === undefined || !values.includes(found)
    case 'Exists':
      return found !== undefined
    case 'DoesNotExist':
      return found === undefined
    case 'Gt':
      return found !== undefined && Number(found) > Number(values[0])
    case 'Lt':
      return found !== undefined && Number(found) < Number(values[0])
    default:
      return false
  }
}
