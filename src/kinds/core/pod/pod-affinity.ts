import type { Affinity, PodAffinity, PodAffinityTerm } from '#kinds/shared/pod/scheduling/affinity.js'

type Labels = Readonly<Record<string, string>>

/** Adds the labels of a new pod that `matchLabelKeys` and `mismatchLabelKeys` name to the selectors of its affinity. */
export function selectLabelsOfPod({ podAffinity, podAntiAffinity }: Affinity, labels: Labels): void {
  for (const term of [...termsOf(podAffinity), ...termsOf(podAntiAffinity)]) {
    select('In', term, term.matchLabelKeys, labels)
    select('NotIn', term, term.mismatchLabelKeys, labels)
  }
}

function termsOf(affinity: PodAffinity | undefined): readonly PodAffinityTerm[] {
  const preferred = affinity?.preferredDuringSchedulingIgnoredDuringExecution ?? []
  return [
    ...preferred.map(({ podAffinityTerm }) => podAffinityTerm),
    ...(affinity?.requiredDuringSchedulingIgnoredDuringExecution ?? []),
  ]
}

function select(
  operator: string,
  { labelSelector }: PodAffinityTerm,
  keys: readonly string[] | undefined,
  labels: Labels,
): void {
  if (labelSelector === undefined || keys === undefined) return
  const added = keys.flatMap((key) => {
    const value = Object.hasOwn(labels, key) ? labels[key] : undefined
    return value === undefined ? [] : [{ key, operator, values: [value] }]
  })
  if (added.length === 0) return
  labelSelector.matchExpressions = [...(labelSelector.matchExpressions ?? []), ...added]
}
