import type { LabelSelector, LabelSelectorRequirement } from './label-selector.js'

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
