import { ApiError } from '#meta/api-error.js'
import { pathSegment } from '#meta/formats.js'
import { parseFieldTerms } from '#selector/field-selector.js'
import { parseLabelSelector } from '#selector/label-selector.js'
import { SelectorError } from '#selector/selector-error.js'
import type { Query } from '#util/query.js'
import { integerOption } from './list-options.js'

/**
 * The one name that a list or a watch selects, as far as it can be one: rights to the object of that name are enough for it.
 * Which fields the kind has is not looked at. Undefined where an option cannot be read, which is told to clients that may list
 * at all.
 */
export function selectedName(query: Query): string | undefined {
  const text = query.get('fieldSelector')
  if (text === null) return undefined
  try {
    const terms = parseFieldTerms(text)
    const name = terms.find(({ field, negated }) => field === 'metadata.name' && !negated)?.value
    if (name === undefined || name === '' || pathSegment(name).length > 0) return undefined
    expectReadable(query)
    return name
  } catch (error) {
    if (error instanceof SelectorError || error instanceof ApiError) return undefined
    throw error
  }
}

function expectReadable(query: Query): void {
  parseLabelSelector(query.get('labelSelector') ?? '')
  integerOption(query, 'limit')
  integerOption(query, 'timeoutSeconds')
}
