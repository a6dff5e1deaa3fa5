import type { RequestAttributes } from '#http/request/request-attributes.js'
import type { SubjectAccessReviewSpec } from '#kinds/authorization/access-review.js'
import type { ResourceAttributes } from '#kinds/authorization/attributes.js'
import { parseFieldTerms } from '#selector/field-selector.js'
import { type Operator, parseLabelSelector, SelectorError } from '#selector/label-selector.js'

type FieldSelector = ResourceAttributes['fieldSelector']
type LabelSelector = ResourceAttributes['labelSelector']

/** The review of a request, without what is empty. */
export function reviewSpecOf(attributes: RequestAttributes): SubjectAccessReviewSpec {
  const { user, verb, path, resource, fieldSelector, labelSelector } = attributes
  const { name, uid, groups, extra } = user
  const sender = {
    user: name || undefined,
    uid: uid || undefined,
    groups: groups.length === 0 ? undefined : [...groups],
    extra: copyOf(extra),
  }
  if (resource === undefined) return { nonResourceAttributes: { path, verb }, ...sender }
  return {
    resourceAttributes: {
      namespace: resource.namespace || undefined,
      verb,
      group: resource.group || undefined,
      version: resource.version || undefined,
      resource: resource.plural,
      subresource: resource.subresource || undefined,
      name: resource.name || undefined,
      fieldSelector: readable(fieldSelector, fieldSelectorOf),
      labelSelector: readable(labelSelector, labelSelectorOf),
    },
    ...sender,
  }
}

function copyOf(extra: RequestAttributes['user']['extra']): Record<string, string[]> | undefined {
  const entries = Object.entries(extra).map(([key, values]) => [key, [...values]])
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}

/** A selector that cannot be read is left out: its request asks for everything, and fails later. */
function readable<S>(text: string | undefined, read: (text: string) => S): S | undefined {
  if (!text) return undefined
  try {
    return read(text)
  } catch (error) {
    if (error instanceof SelectorError) return undefined
    throw error
  }
}

function fieldSelectorOf(text: string): FieldSelector {
  const requirements = parseFieldTerms(text).map(({ field, negated, value }) => ({
    key: field,
    operator: negated ? 'NotIn' : 'In',
    values: [value],
  }))
  return requirements.length === 0 ? undefined : { requirements }
}

/** Comparisons have no operator in a review. */
const OPERATORS: Readonly<Record<Operator, string | undefined>> = {
  in: 'In',
  notin: 'NotIn',
  exists: 'Exists',
  absent: 'DoesNotExist',
  greater: undefined,
  less: undefined,
}

function labelSelectorOf(text: string): LabelSelector {
  const requirements = parseLabelSelector(text).requirements.flatMap(({ key, operator: symbol, values }) => {
    const operator = OPERATORS[symbol]
    return operator === undefined ? [] : [{ key, operator, values: [...values] }]
  })
  return requirements.length === 0 ? undefined : { requirements }
}
