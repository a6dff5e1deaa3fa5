import { useSignal } from '@preact/signals'
import type { ApiObject } from '#console/model/api/object.js'
import { type Resource, resourceId } from '#console/model/api/resource.js'
import { whyNot } from '../may.js'
import { ConfirmDialog } from './confirm-dialog.js'
import { RollbackDialog } from './rollback-dialog.js'
import { ScaleDialog } from './scale-dialog.js'
import { SIMPLE_ACTIONS } from './simple-actions.js'

interface ObjectActionsProps {
  readonly resource: Resource
  readonly object: ApiObject
}

/** Buttons for what an object can do besides being edited. One that the user may not press says why. */
export default function ObjectActions({ resource, object }: ObjectActionsProps) {
  const open = useSignal<string | undefined>(undefined)
  const { namespace, name = '' } = object.metadata
  const close = () => (open.value = undefined)
  const button = (id: string, title: string, verb: string, subresource?: string) => {
    const reason = whyNot({ verb, resource, namespace, name, ...(subresource && { subresource }) })
    return (
      <button
        key={id}
        type="button"
        class="button"
        disabled={reason !== undefined}
        title={reason}
        onClick={() => (open.value = id)}
      >
        {title}
      </button>
    )
  }
  const simple = SIMPLE_ACTIONS.filter(({ applies }) => applies(resource, object))
  const chosen = simple.find(({ id }) => id === open.value)
  const canScale = resource.subresources.includes('scale')
  const canRollBack = resourceId(resource) === 'deployments.apps'
  return (
    <>
      {canScale && button('scale', 'Scale…', 'patch', 'scale')}
      {canRollBack && button('rollback', 'Roll back…', 'patch')}
      {simple.map(({ id, title, verb, subresource }) => button(id, `${title}…`, verb, subresource))}
      {open.value === 'scale' && <ScaleDialog resource={resource} object={object} close={close} />}
      {open.value === 'rollback' && <RollbackDialog resource={resource} object={object} close={close} />}
      {chosen !== undefined && (
        <ConfirmDialog
          title={`${chosen.title} ${resource.kind} “${name}”?`}
          text={chosen.text}
          action={chosen.title}
          done={`${chosen.done} ${name}`}
          run={() => chosen.run(resource, object)}
          close={close}
        />
      )}
    </>
  )
}
