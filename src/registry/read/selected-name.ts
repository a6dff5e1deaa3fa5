import { ApiError } from '#meta/api-error.js'
import { pathSegment } from '#meta/formats.js'
import { parseFieldTerms } from '#selector/field-selector.js'
import { parseLabelSelector, SelectorError } from '#selector/label-selector.js'
import type { Query } from '#util/text/query.js'
import { integerOption } from './list-options.js'

/**
 * The single name that a list or a watch selects: a permission on that object is enough. Does not check which fields
 * the kind has. Undefined if an option is malformed; clients that may list get the error later.
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
