import type { PodSpec } from '#kinds/shared/pod/pod-spec.js'
import {
  NodeAffinity,
  NodeSelectorRequirement,
  type NodeSelectorTerm,
} from '#kinds/shared/pod/scheduling/affinity.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { semanticEqual } from '#schema/equal.js'
import { list } from '#schema/type.js'

/** A pod with scheduling gates may still be directed to fewer nodes, not to others. */
export function validateGatedUpdate(spec: PodSpec, current: PodSpec, errors: FieldErrors): void {
  mustOnlyGainLabels(spec.nodeSelector, current.nodeSelector, errors)
  const after = spec.affinity?.nodeAffinity
  const before = current.affinity?.nodeAffinity
  if (before && !(after && semanticEqual(NodeAffinity, after, before))) {
    mustOnlyNarrow(termsOf(after), termsOf(before), errors)
  }
}

type Labels = Readonly<Record<string, string>> | undefined

function mustOnlyGainLabels(after: Labels, before: Labels, errors: FieldErrors): void {
  if (Object.entries(before ?? {}).every(([key, value]) => after?.[key] === value)) return
  errors.invalid(
    'spec.nodeSelector',
    after ?? {},
    'only additions to spec.nodeSelector are allowed (no mutations or deletions)',
  )
}

const termsOf = (affinity: NodeAffinity | undefined): readonly NodeSelectorTerm[] =>
  affinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? []

const TERMS = 'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms'

function mustOnlyNarrow(
  after: readonly NodeSelectorTerm[],
  before: readonly NodeSelectorTerm[],
  errors: FieldErrors,
): void {
  if (before.length > 0 && after.length !== before.length) {
    errors.invalid(TERMS, after, 'no additions/deletions to non-empty NodeSelectorTerms list are allowed')
    return
  }
  for (const [index, term] of before.entries()) {
    const changed = after[index] as NodeSelectorTerm
    if (isNarrower(changed, term)) continue
    errors.invalid(`${TERMS}[${index}]`, changed, 'only additions are allowed (no mutations or deletions)')
  }
}

/** An empty term selects no node, so a requirement would make it select more. */
function isNarrower(after: NodeSelectorTerm, before: NodeSelectorTerm): boolean {
  if (!before.matchExpressions && !before.matchFields) return !after.matchExpressions && !after.matchFields
  return (
    beginsWith(after.matchExpressions, before.matchExpressions) &&
    beginsWith(after.matchFields, before.matchFields)
  )
}

type Requirements = readonly NodeSelectorRequirement[] | undefined
const requirements = list(NodeSelectorRequirement)

const beginsWith = (after: Requirements = [], before: Requirements = []) =>
  semanticEqual(requirements, after.slice(0, before.length), [...before])
