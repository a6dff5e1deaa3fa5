import type { LabelSelector as SelectorObject } from '#meta/label-selector.js'
import { LabelSelector, type Operator, type Requirement } from '#selector/label-selector.js'

const OPERATORS: Readonly<Record<string, Operator>> = {
  In: 'in',
  NotIn: 'notin',
  Exists: 'exists',
  DoesNotExist: 'absent',
}

/** Parses `matchLabels` and `matchExpressions`. Without a selector nothing is selected. */
export function selectorOf(selector: Readonly<SelectorObject> | null | undefined): LabelSelector | undefined {
  if (!selector) return undefined
  const { matchLabels = {}, matchExpressions = [] } = selector
  const requirements: Requirement[] = []
  for (const [key, value] of Object.entries(matchLabels)) {
    requirements.push({ key, operator: 'in', values: [value] })
  }
  for (const { key, operator, values = [] } of matchExpressions) {
    const known = OPERATORS[operator]
    if (known !== undefined) requirements.push({ key, operator: known, values })
  }
  return new LabelSelector(requirements)
}

/** Parses the label map of services and replication controllers. An empty or missing one selects nothing. */
export function selectorOfLabels(
  labels: Readonly<Record<string, string>> | undefined,
): LabelSelector | undefined {
  const entries = Object.entries(labels ?? {})
  if (entries.length === 0) return undefined
  return new LabelSelector(entries.map(([key, value]) => ({ key, operator: 'in', values: [value] })))
}
