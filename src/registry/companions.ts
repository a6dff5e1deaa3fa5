import type { ObjectCache } from '../cache/object-cache.js'
import type { ApiObject } from '../meta/api-object.js'
import type { Operation } from '../storage/contract.js'
import type { ResourceDefinition } from './definition.js'

/** What a kind stores along with a change of one of its objects; `before` is asked for only if it stores anything. */
export function companionsOf<O extends ApiObject>(
  { strategy }: ResourceDefinition<O>,
  cache: ObjectCache,
  before: () => O | undefined,
  after: O | undefined,
  size: number,
): readonly Operation[] {
  if (strategy.companions === undefined) return []
  return strategy.companions({ before: before(), after, size, companion: (key) => cache.record(key) })
}
