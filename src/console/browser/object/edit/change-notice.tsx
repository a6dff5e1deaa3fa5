import type { ApiObject } from '#console/model/api/object.js'
import { formatFieldPath } from '#console/model/object/field-path.js'
import { changesByOthers, lastManager } from './object-changes.js'

interface ChangeNoticeProps {
  readonly base: ApiObject
  readonly object: ApiObject
  readonly take: () => void
}

const SHOWN = 3

/** Says that the object was changed while it is edited. */
export function ChangeNotice({ base, object, take }: ChangeNoticeProps) {
  const changes = changesByOthers(base, object)
  if (changes.length === 0) return null
  const names = changes.slice(0, SHOWN).map(formatFieldPath).join(', ')
  const more = changes.length > SHOWN ? ` and ${changes.length - SHOWN} more` : ''
  return (
    <div class="notice busy" role="status">
      <span class="wrap grow">
        {lastManager(object) ?? 'Somebody'} has changed {names}
        {more}.
      </span>
      <button type="button" class="button small" onClick={take}>
        Join with my changes
      </button>
    </div>
  )
}
