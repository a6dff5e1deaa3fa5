import { type Infer, list, map, optional, required, string, struct } from '#schema/type.js'

export const LabelSelectorRequirement = struct(
  'io.k8s.apimachinery.pkg.apis.meta.v1.LabelSelectorRequirement',
  'One label requirement: a key, an operator and values.',
  {
    key: required(1, string, 'Label key of the requirement.'),
    operator: required(2, string, 'Comparison to make: In, NotIn, Exists or DoesNotExist.'),
    values: optional(3, list(string), 'Values for In and NotIn; must be empty for the other operators.', {
      listType: 'atomic',
    }),
  },
)
export interface LabelSelectorRequirement extends Infer<typeof LabelSelectorRequirement> {}

export const LabelSelector = struct(
  'io.k8s.apimachinery.pkg.apis.meta.v1.LabelSelector',
  'Condition on labels; all parts must hold, and an empty selector matches every object.',
  {
    matchLabels: optional(1, map(string), 'Labels that must be present with exactly the given values.'),
    matchExpressions: optional(
      2,
      list(LabelSelectorRequirement),
      'Further label requirements with operators, all of which must hold.',
      { listType: 'atomic' },
    ),
  },
  { mapType: 'atomic' },
)
export interface LabelSelector extends Infer<typeof LabelSelector> {}

/** A selector object as users write it: `app=web,tier in (back,front),!draft`, ordered by key. */
export function labelSelectorText({ matchLabels = {}, matchExpressions = [] }: LabelSelector): string {
  const terms: [key: string, text: string][] = [
    ...Object.entries(matchLabels).map(([key, value]): [string, string] => [key, `${key}=${value}`]),
    ...matchExpressions.map((expression): [string, string] => [expression.key, expressionText(expression)]),
  ]
  return terms
    .sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0))
    .map(([, text]) => text)
    .join(',')
}

/** A selector as the message of Kubernetes prints itself. */
export function labelSelectorDump({ matchLabels = {}, matchExpressions = [] }: LabelSelector): string {
  const labels = Object.keys(matchLabels)
    .sort()
    .map((key) => `${key}: ${matchLabels[key]},`)
  const expressions = matchExpressions.map(
    ({ key, operator, values = [] }) =>
      `LabelSelectorRequirement{Key:${key},Operator:${operator},Values:[${values.join(' ')}],},`,
  )
  return `&LabelSelector{MatchLabels:map[string]string{${labels.join('')}},MatchExpressions:[]LabelSelectorRequirement{${expressions.join('')}},}`
}

function expressionText({ key, operator, values }: LabelSelectorRequirement): string {
  const set = `(${[...(values ?? [])].sort().join(',')})`
  switch (operator) {
    case 'In':
      return `${key} in ${set}`
    case 'NotIn':
      return `${key} notin ${set}`
    case 'Exists':
      return key
    case 'DoesNotExist':
      return `!${key}`
    default:
      return `${key} ${operator} ${set}`
  }
}

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
 * Whether a selector object matches labels. An absent selector matches nothing, an empty one everything. A malformed
 * requirement matches nothing.
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
