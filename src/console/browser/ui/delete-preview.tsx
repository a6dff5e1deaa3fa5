import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { type Failure, failureIn } from '#console/model/api/failure.js'
import { DEPENDENTS_PATH, type DependentList } from '#protocol/dependents.js'
import { fetchJson } from '../api/fetch.js'
import { FailureText } from './states.js'

export const POLICIES = {
  Background: 'Delete what it owns too, afterwards',
  Foreground: 'Delete what it owns first',
  Orphan: 'Keep what it owns',
} as const
export type DeletePolicy = keyof typeof POLICIES

const SHOWN = 50

/** What goes along when an object is deleted. */
export function DeletePreview({ path, policy }: { path: string; policy: DeletePolicy }) {
  const list = useSignal<DependentList | undefined>(undefined)
  const failure = useSignal<Failure | undefined>(undefined)
  useEffect(() => {
    fetchJson<DependentList>(DEPENDENTS_PATH + path).then(
      (found) => {
        list.value = found
      },
      (error) => {
        failure.value = failureIn(error)
      },
    )
  }, [path, list, failure])
  if (failure.value !== undefined) return <FailureText failure={failure.value} />
  if (list.value === undefined) return <p class="muted">Looking for what it owns…</p>
  const { items, contents, hidden } = list.value
  const collected = policy === 'Orphan' ? [] : items.filter((item) => item.collected)
  const kept = items.length - collected.length
  return (
    <div class="delete-preview" role="status">
      {collected.length + contents.length === 0 && <p>Nothing else is deleted.</p>}
      {contents.length > 0 && (
        <p>
          Also deleted:{' '}
          {contents.map(({ resource, count }) => `${count.toLocaleString('en')} ${resource}`).join(', ')}
        </p>
      )}
      {collected.length > 0 && (
        <>
          <p>
            {collected.length} {collected.length === 1 ? 'object is' : 'objects are'} deleted too:
          </p>
          <ul class="delete-list mono">
            {collected.slice(0, SHOWN).map(({ uid, kind, name }) => (
              <li key={uid} class="wrap">
                {kind} {name}
              </li>
            ))}
          </ul>
        </>
      )}
      {collected.length > SHOWN && <p class="muted">and {collected.length - SHOWN} more</p>}
      {kept > 0 && <p class="muted">{kept} stay, with other owners or none.</p>}
      {hidden > 0 && <p class="muted">{hidden} more that you may not see.</p>}
    </div>
  )
}
