import type { Pod } from '#kinds/core/pod/schema.js'
import type { NodeSummary } from './node-summary.js'

type LabelledNode = Pick<NodeSummary, 'name' | 'labels'>

/** Whether the node selector and required affinity match the node. */
export function isSelected({ spec }: Pick<Pod, 'spec'>, node: LabelledNode): boolean {
  for (const [key, value] of Object.entries(spec.nodeSelector ?? {})) {
    if (node.labels[key] !== value) return false
  }
  const terms = spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms
  return !terms || terms.some((term) => matchesTerm(term, node))
}

/** The sum of the weights of the preferences that match the node. */
export function nodePreference({ spec }: Pick<Pod, 'spec'>, node: LabelledNode): number {
  const preferred = spec.affinity?.nodeAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? []
  return preferred.reduce(
    (sum, { weight, preference }) => (matchesTerm(preference, node) ? sum + weight : sum),
    0,
  )
}

interface NodeTerm {
  readonly matchExpressions?: readonly NodeRequirement[] | undefined
  readonly matchFields?: readonly NodeRequirement[] | undefined
}

interface NodeRequirement {
  readonly key: string
  readonly operator: string
  readonly values?: readonly string[] | undefined
}

/** An empty term matches nothing. */
const matchesTerm = ({ matchExpressions = [], matchFields = [] }: NodeTerm, { name, labels }: LabelledNode) =>
  matchExpressions.length + matchFields.length > 0 &&
  matchExpressions.every((requirement) => meets(requirement, labels[requirement.key])) &&
  matchFields.every((requirement) => requirement.key === 'metadata.name' && meets(requirement, name))

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
