import { useSignal } from '@preact/signals'
import { type ApiObject, at } from '#console/model/api/object.js'
import { objectPath, type Resource } from '#console/model/api/resource.js'
import { plainTemplate, readRevisions, rollbackPatch } from '#console/model/object/rollouts.js'
import { toYaml } from '#console/model/object/yaml-text.js'
import { patch } from '../../api/fetch.js'
import { useObjects } from '../../data/hooks.js'
import { Age } from '../../ui/age.js'
import { FailureText, LoadingState } from '../../ui/states.js'
import { DiffView } from '../edit/diff-view.js'
import { ConfirmDialog } from './confirm-dialog.js'

const REPLICA_SETS = { group: 'apps', version: 'v1', plural: 'replicasets' }

interface RollbackDialogProps {
  readonly resource: Resource
  readonly object: ApiObject
  readonly close: () => void
}

/** Brings the template of an older revision back. */
export function RollbackDialog({ resource, object, close }: RollbackDialogProps) {
  const { namespace, name = '' } = object.metadata
  const { items, isComplete, failure } = useObjects(REPLICA_SETS, { namespace })
  const chosen = useSignal<number | undefined>(undefined)
  const revisions = readRevisions(object, items)
  const revision = revisions.find(({ number }) => number === chosen.value)
  return (
    <ConfirmDialog
      title={`Roll back ${resource.kind} “${name}”`}
      action="Roll back"
      done={`Rolled ${name} back to revision ${chosen.value}`}
      isWide
      isDisabled={revision === undefined}
      run={async () => {
        if (revision === undefined) return
        await patch(objectPath(resource, namespace, name), 'json', rollbackPatch(object, revision))
      }}
      close={close}
    >
      {failure !== undefined && <FailureText failure={failure} />}
      {!isComplete && failure === undefined && <LoadingState />}
      {isComplete && revisions.length < 2 && <p class="muted">There is no older revision.</p>}
      {revisions.length > 1 && (
        <fieldset class="choices">
          <legend class="visually-hidden">Revision</legend>
          {revisions.map(({ number, name, created, cause, replicas }, index) => (
            <label class="check" key={name}>
              <input
                type="radio"
                name="revision"
                disabled={index === 0}
                checked={chosen.value === number}
                onChange={() => (chosen.value = number)}
              />
              <span class="wrap">
                Revision {number}
                {index === 0 && ', the current one'} · <Age since={created} /> · {replicas} replicas
                {cause !== undefined && ` · ${cause}`}
              </span>
            </label>
          ))}
        </fieldset>
      )}
      {revision !== undefined && (
        <DiffView
          before={toYaml(plainTemplate(at(object, 'spec', 'template')))}
          after={toYaml(revision.template)}
          label="Changes of the template"
        />
      )}
    </ConfirmDialog>
  )
}
