import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { type ApiObject, numberAt } from '#console/model/api/object.js'
import { objectPath, type Resource } from '#console/model/api/resource.js'
import { fetchJson, patch } from '../../api/fetch.js'
import { ConfirmDialog } from './confirm-dialog.js'

const MIN_RANGE = 10

interface ScaleDialogProps {
  readonly resource: Resource
  readonly object: ApiObject
  readonly close: () => void
}

/** Sets the number of replicas: with the slider for small numbers, or as a number. */
export function ScaleDialog({ resource, object, close }: ScaleDialogProps) {
  const { namespace, name = '' } = object.metadata
  const path = objectPath(resource, namespace, name, 'scale')
  const current = useSignal(numberAt(object, 'spec', 'replicas') ?? 0)
  const wanted = useSignal<number | undefined>(undefined)
  useEffect(() => {
    // A custom resource may have its replicas in another field. Without the right to read it, the field has to do.
    fetchJson<ApiObject>(path).then(
      (scale) => {
        current.value = numberAt(scale, 'spec', 'replicas') ?? 0
      },
      () => {},
    )
  }, [path, current])
  const replicas = wanted.value ?? current.value
  const change = ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
    wanted.value = currentTarget.valueAsNumber
  }
  const isValid = Number.isInteger(replicas) && replicas >= 0
  return (
    <ConfirmDialog
      title={`Scale ${resource.kind} “${name}”`}
      action="Scale"
      done={`Scaled ${name} to ${replicas}`}
      isDisabled={!isValid || replicas === current.value}
      run={() => patch(path, 'merge', { spec: { replicas } })}
      close={close}
    >
      <div class="scale">
        <input
          type="range"
          aria-label="Replicas, slider"
          min={0}
          max={Math.max(MIN_RANGE, current.value * 2)}
          value={isValid ? replicas : 0}
          onInput={change}
        />
        <input
          type="number"
          class="input"
          aria-label="Replicas"
          min={0}
          step={1}
          value={Number.isNaN(replicas) ? '' : replicas}
          onInput={change}
        />
      </div>
      <p class="muted">{current.value} now</p>
    </ConfirmDialog>
  )
}
