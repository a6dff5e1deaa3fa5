import { useSignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { type Failure, failureIn } from '#console/model/api/failure.js'
import type { ApiObject } from '#console/model/api/object.js'
import { objectPath, type Resource } from '#console/model/api/resource.js'
import { formatFieldPath } from '#console/model/object/field-path.js'
import { type MergeConflict, mergeChanges } from '#console/model/object/merge-changes.js'
import { objectText, toYaml } from '#console/model/object/yaml-text.js'
import { fetchJson, replace } from '../../api/fetch.js'
import { toast } from '../../state/toasts.js'
import { Dialog } from '../../ui/dialog.js'
import { FailureText, LoadingState } from '../../ui/states.js'
import { DiffView } from './diff-view.js'
import { withoutManagers } from './object-changes.js'

interface SaveDialogProps {
  readonly resource: Resource
  /** The object that was edited, as it was then. */
  readonly base: ApiObject
  readonly mine: ApiObject
  readonly title: string
  readonly close: () => void
  readonly saved: () => void
}

/**
 * Shows what would change before it is saved. Changes that others have made meanwhile are joined with it; where both have
 * changed the same field, the user chooses.
 */
export function SaveDialog({ resource, base, mine, title, close, saved }: SaveDialogProps) {
  const { namespace, name = '' } = base.metadata
  const path = objectPath(resource, namespace, name)
  const theirs = useSignal<ApiObject | undefined>(undefined)
  const failure = useSignal<Failure | undefined>(undefined)
  const isBusy = useSignal(false)
  const choices = useSignal<ReadonlyMap<string, 'theirs' | 'mine'>>(new Map())
  const read = async () => {
    try {
      theirs.value = await fetchJson<ApiObject>(path)
    } catch (error) {
      failure.value = failureIn(error)
    }
  }
  useEffect(() => void read(), [path])
  const latest = theirs.value
  const chosen = choices.value
  const result = useMemo(
    () =>
      latest &&
      mergeChanges(withoutManagers(base), withoutManagers(latest), withoutManagers(mine), (path) => {
        return chosen.get(formatFieldPath(path)) === 'theirs'
      }),
    [latest, base, mine, chosen],
  )
  const merged = result?.merged as ApiObject | undefined
  const conflicts = result?.conflicts ?? []
  const open = conflicts.filter(({ path }) => !chosen.has(formatFieldPath(path)))
  const before = latest && objectText(withoutManagers(latest))
  const after = merged && objectText(merged)
  const hasMoved = latest !== undefined && latest.metadata.resourceVersion !== base.metadata.resourceVersion
  const save = async () => {
    if (merged === undefined) return
    isBusy.value = true
    failure.value = undefined
    try {
      await replace(path, merged, { query: { fieldValidation: 'Strict' } })
      toast(`Saved ${resource.kind} ${name}`, 'good')
      saved()
      close()
    } catch (error) {
      failure.value = failureIn(error)
      if (failure.value.code === 409) await read()
    }
    isBusy.value = false
  }
  return (
    <Dialog
      title={title}
      isWide
      close={close}
      actions={
        <>
          <button type="button" class="button" onClick={close}>
            Cancel
          </button>
          <button
            type="button"
            class="button primary"
            disabled={isBusy.value || merged === undefined || open.length > 0 || before === after}
            title={open.length > 0 ? 'Choose a value for each field in conflict' : undefined}
            onClick={() => void save()}
          >
            {isBusy.value ? 'Saving…' : 'Save'}
          </button>
        </>
      }
    >
      {failure.value?.code === 409 ? (
        <p class="notice busy" role="alert">
          Somebody else has saved meanwhile. The changes are joined below.
        </p>
      ) : (
        failure.value !== undefined && <FailureText failure={failure.value} />
      )}
      {hasMoved && failure.value === undefined && conflicts.length === 0 && (
        <p class="muted">Changes by others since you began are kept.</p>
      )}
      {conflicts.map((conflict) => (
        <ConflictChoice
          key={formatFieldPath(conflict.path)}
          conflict={conflict}
          chosen={chosen.get(formatFieldPath(conflict.path))}
          choose={(side) => {
            choices.value = new Map(chosen).set(formatFieldPath(conflict.path), side)
          }}
        />
      ))}
      {before !== undefined && after !== undefined ? (
        <DiffView before={before} after={after} label="Changes" />
      ) : (
        failure.value === undefined && <LoadingState />
      )}
    </Dialog>
  )
}

interface ConflictChoiceProps {
  readonly conflict: MergeConflict
  readonly chosen: 'theirs' | 'mine' | undefined
  readonly choose: (side: 'theirs' | 'mine') => void
}

const shown = (value: unknown) => (value === undefined ? '(none)' : toYaml(value).trimEnd())

function ConflictChoice({ conflict, chosen, choose }: ConflictChoiceProps) {
  const field = formatFieldPath(conflict.path)
  const side = (name: 'theirs' | 'mine', label: string) => (
    <label class="conflict-side">
      <span class="check">
        <input type="radio" name={field} checked={chosen === name} onChange={() => choose(name)} />
        {label}
      </span>
      <pre>{shown(conflict[name])}</pre>
    </label>
  )
  return (
    <fieldset class="conflict">
      <legend>
        Both changed <code class="wrap">{field || 'the object'}</code>
      </legend>
      <div class="conflict-side">
        <span class="muted">Before</span>
        <pre>{shown(conflict.base)}</pre>
      </div>
      {side('theirs', 'Theirs')}
      {side('mine', 'Mine')}
    </fieldset>
  )
}
