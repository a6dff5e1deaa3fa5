import type { Pod } from '#kinds/core/pod/schema.js'
import type { LabelSelector as SelectorObject } from '#meta/label-selector.js'
import { selectorOf } from '#workloads/selector.js'

/** Labels and namespace of a pod. */
export interface LabelledPod {
  readonly namespace: string
  readonly labels: Readonly<Record<string, string>> | undefined
}

type Labels = Readonly<Record<string, string>>

/** The labels of a namespace. */
export type NamespaceLabels = (namespace: string) => Labels | undefined

interface TermObject {
  readonly labelSelector?: SelectorObject | undefined
  readonly namespaces?: readonly string[] | undefined
  readonly namespaceSelector?: SelectorObject | undefined
  readonly topologyKey: string
  readonly matchLabelKeys?: readonly string[] | undefined
  readonly mismatchLabelKeys?: readonly string[] | undefined
}

/** A term of pod affinity, ready to be matched against pods. */
export interface AffinityTerm {
  readonly topologyKey: string
  readonly weight: number
  matches(pod: LabelledPod): boolean
}

/** The rules of a pod about other pods. */
export interface PodAffinityRules {
  readonly affinity: readonly AffinityTerm[]
  readonly antiAffinity: readonly AffinityTerm[]
  /** Negative weights repel. */
  readonly preferred: readonly AffinityTerm[]
}

const NO_RULES: PodAffinityRules = { affinity: [], antiAffinity: [], preferred: [] }

export type PodAffinity = Pick<NonNullable<Pod['spec']['affinity']>, 'podAffinity' | 'podAntiAffinity'>

/** `owner` is the pod that has the rules. */
export function rulesOf(
  affinity: PodAffinity | undefined,
  owner: LabelledPod,
  labelsOf: NamespaceLabels,
): PodAffinityRules {
  const { podAffinity, podAntiAffinity } = affinity ?? {}
  if (podAffinity === undefined && podAntiAffinity === undefined) return NO_RULES
  const required = (terms: readonly TermObject[] = []) =>
    terms.map((term) => termOf(term, 0, owner, labelsOf))
  const weighted = (terms: readonly WeightedTerm[] = [], sign: 1 | -1) =>
    terms.map(({ weight, podAffinityTerm }) => termOf(podAffinityTerm, sign * weight, owner, labelsOf))
  return {
    affinity: required(podAffinity?.requiredDuringSchedulingIgnoredDuringExecution),
    antiAffinity: required(podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution),
    preferred: [
      ...weighted(podAffinity?.preferredDuringSchedulingIgnoredDuringExecution, 1),
      ...weighted(podAntiAffinity?.preferredDuringSchedulingIgnoredDuringExecution, -1),
    ],
  }
}

interface WeightedTerm {
  readonly weight: number
  readonly podAffinityTerm: TermObject
}

function termOf(
  term: TermObject,
  weight: number,
  owner: LabelledPod,
  labelsOf: NamespaceLabels,
): AffinityTerm {
  const { namespaces = [], namespaceSelector, topologyKey } = term
  const selector = selectorOf(withLabelKeys(term, owner.labels))
  const ofNamespace = selectorOf(namespaceSelector)
  // Without any namespaces the term is about those of its own namespace.
  const named = namespaces.length > 0 || ofNamespace !== undefined ? namespaces : [owner.namespace]
  return {
    topologyKey,
    weight,
    matches: ({ namespace, labels }) =>
      selector?.matches(labels) === true &&
      (named.includes(namespace) || ofNamespace?.matches(labelsOf(namespace)) === true),
  }
}

/** Adds the labels of the pod that must be the same, or must differ, to a selector. */
export function withLabelKeys(
  { labelSelector, matchLabelKeys = [], mismatchLabelKeys = [] }: Omit<TermObject, 'topologyKey'>,
  labels: Labels = {},
): SelectorObject | undefined {
  if (labelSelector === undefined || matchLabelKeys.length + mismatchLabelKeys.length === 0) {
    return labelSelector
  }
  const required = (keys: readonly string[], operator: string) =>
    keys.flatMap((key) =>
      labels[key] === undefined ? [] : [{ key, operator, values: [labels[key] as string] }],
    )
  return {
    ...labelSelector,
    matchExpressions: [
      ...(labelSelector.matchExpressions ?? []),
      ...required(matchLabelKeys, 'In'),
      ...required(mismatchLabelKeys, 'NotIn'),
    ],
  }
}
