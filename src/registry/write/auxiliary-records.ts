import type { ObjectCache } from '../../cache/object-cache.js'
import type { ApiObject } from '../../meta/api-object.js'
import type { Operation } from '../../storage/contract.js'
import type { StoredKind } from '../kind.js'

/** What a kind stores along with a change of one of its objects; `before` is asked for only if it stores anything. */
export function auxiliaryRecordsOf(
  { strategy }: StoredKind,
  cache: ObjectCache,
  before: () => ApiObject | undefined,
  after: ApiObject | undefined,
  size: number,
): readonly Operation[] {
  if (strategy.auxiliaryRecords === undefined) return []
  return strategy.auxiliaryRecords({ before: before(), after, size, record: (key) => cache.record(key) })
}
