import { useSignal } from '@preact/signals'
import { failureIn } from '#console/model/api/failure.js'
import { objectPath, type Resource } from '#console/model/api/resource.js'
import type { Row } from '#console/model/table/row.js'
import { remove } from '../api/fetch.js'
import { toast } from '../state/toasts.js'
import { type DeletePolicy, DeletePreview, POLICIES } from './delete-preview.js'
import { Dialog } from './dialog.js'

interface DeleteDialogProps {
  readonly resource: Resource
  readonly objects: readonly Pick<Row, 'name' | 'namespace'>[]
  readonly close: () => void
  /** Called after it has closed, when all were tried. */
  readonly done?: () => void
}

/** Requests at the same time. */
const BATCH_SIZE = 8
const SHOWN = 10

/** Asks before it deletes, and says what it could not. */
export function DeleteDialog({ resource, objects, close, done }: DeleteDialogProps) {
  const isBusy = useSignal(false)
  const policy = useSignal<DeletePolicy>('Background')
  const [only] = objects.length === 1 ? objects : []
  const what =
    objects.length === 1 ? `the ${resource.kind} “${objects[0]?.name}”` : `${objects.length} objects`
  const run = async () => {
    isBusy.value = true
    const failures: string[] = []
    for (let start = 0; start < objects.length; start += BATCH_SIZE) {
      const deleted = objects.slice(start, start + BATCH_SIZE).map(async ({ name, namespace }) => {
        try {
          await remove(objectPath(resource, namespace, name), { propagationPolicy: policy.value })
        } catch (error) {
          const failure = failureIn(error)
          // Gone already is what was wanted.
          if (failure.code !== 404) failures.push(failure.message)
        }
      })
      await Promise.all(deleted)
    }
    if (failures.length < objects.length) {
      toast(`Deleted ${objects.length - failures.length} of ${objects.length}`, 'good')
    }
    if (failures.length > 0) toast(failures.slice(0, 3).join('\n'), 'bad')
    close()
    done?.()
  }
  return (
    <Dialog
      title={`Delete ${what}?`}
      close={close}
      actions={
        <>
          <button type="button" class="button" onClick={close}>
            Cancel
          </button>
          <button
            type="button"
            class="button danger solid"
            disabled={isBusy.value}
            onClick={() => void run()}
          >
            {isBusy.value ? 'Deleting…' : 'Delete'}
          </button>
        </>
      }
    >
      <fieldset class="choices">
        <legend class="visually-hidden">What happens to objects that it owns</legend>
        {Object.entries(POLICIES).map(([name, label]) => (
          <label class="check" key={name}>
            <input
              type="radio"
              name="policy"
              checked={policy.value === name}
              onChange={() => (policy.value = name as DeletePolicy)}
            />
            {label}
          </label>
        ))}
      </fieldset>
      {only !== undefined && (
        <DeletePreview path={objectPath(resource, only.namespace, only.name)} policy={policy.value} />
      )}
      <p>This cannot be undone.</p>
      {only === undefined && (
        <ul class="plain mono">
          {objects.slice(0, SHOWN).map(({ name, namespace }) => (
            <li key={`${namespace}/${name}`} class="truncate">
              {namespace === '' ? name : `${namespace}/${name}`}
            </li>
          ))}
        </ul>
      )}
      {objects.length > SHOWN && <p class="muted">and {objects.length - SHOWN} more</p>}
    </Dialog>
  )
}
