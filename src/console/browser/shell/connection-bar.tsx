import { connection } from '../data/reader.js'
import { Icon } from '../ui/icon.js'

/** Says when what is shown may be old. */
export function ConnectionBar() {
  const { state, failure } = connection.value
  if (state !== 'lost') return null
  return (
    <p class="bar warning" role="status">
      <Icon name="warning" />
      <span class="truncate" title={failure?.message}>
        The connection is lost. What you see may be old; trying again…
      </span>
    </p>
  )
}
