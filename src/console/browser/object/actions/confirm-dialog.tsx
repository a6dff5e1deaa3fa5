import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { type Failure, failureIn } from '#console/model/api/failure.js'
import { toast } from '../../state/toasts.js'
import { Dialog } from '../../ui/dialog.js'
import { FailureText } from '../../ui/states.js'

interface ConfirmDialogProps {
  readonly title: string
  readonly text?: string
  /** The words on the button. */
  readonly action: string
  /** What is said afterwards. */
  readonly done: string
  readonly isDisabled?: boolean
  readonly isWide?: boolean
  readonly run: () => Promise<unknown>
  readonly close: () => void
  readonly children?: ComponentChildren
}

/** Asks before something is done. A refusal is shown in it. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, text, action, done, isDisabled = false, isWide = false, run, close, children } = props
  const isBusy = useSignal(false)
  const failure = useSignal<Failure | undefined>(undefined)
  const confirm = async () => {
    isBusy.value = true
    failure.value = undefined
    try {
      await run()
      toast(done, 'good')
      close()
    } catch (error) {
      failure.value = failureIn(error)
    }
    isBusy.value = false
  }
  return (
    <Dialog
      title={title}
      isWide={isWide}
      close={close}
      actions={
        <>
          <button type="button" class="button" onClick={close}>
            Cancel
          </button>
          <button
            type="button"
            class="button primary"
            disabled={isBusy.value || isDisabled}
            onClick={() => void confirm()}
          >
            {action}
          </button>
        </>
      }
    >
      {text !== undefined && <p>{text}</p>}
      {children}
      {failure.value !== undefined && <FailureText failure={failure.value} />}
    </Dialog>
  )
}
