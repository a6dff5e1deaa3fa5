import type { LabelSelector, LabelSelectorRequirement } from './label-selector.js'

type Labels = { readonly [key: string]: string }
const NO_LABELS: Labels = {}

type Operator = 'In' | 'NotIn' | 'Exists' | 'DoesNotExist'

const HOLDS: Record<Operator, (label: string | undefined, values: readonly string[]) => boolean> = {
  In: (label, values) => label !== undefined && values.includes(label),
  NotIn: (label, values) => label === undefined || !values.includes(label),
  Exists: (label) => label !== undefined,
  DoesNotExist: (label) => label === undefined,
}

/**
 * Whether a set of labels fulfils a selector object. An absent selector matches nothing, an empty one
 * everything. A requirement that is not well formed matches nothing.
 */
export function selectorMatches(selector: LabelSelector | undefined, labels: Labels = NO_LABELS): boolean {
  if (selector === undefined) return false
  for (const key in selector.matchLabels) {
    if (labels[key] !== selector.matchLabels[key]) return false
  }
  return (selector.matchExpressions ?? []).every((requirement) => requirementHolds(requirement, labels))
}

function requirementHolds({ key, operator, values = [] }: LabelSelectorRequirement, labels: Labels): boolean {
  if (!Object.hasOwn(HOLDS, operator)) return false
  return HOLDS[operator as Operator](Object.hasOwn(labels, key) ? labels[key] : undefined, values)
}

export function isEmptySelector(selector: LabelSelector): boolean {
  return selector.matchLabels === undefined && selector.matchExpressions === undefined
}
