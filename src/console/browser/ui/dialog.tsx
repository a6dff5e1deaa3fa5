import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { Icon } from './icon.js'

interface DialogProps {
  readonly title: string
  /** For styles. */
  readonly kind?: 'palette' | 'drawer'
  readonly isWide?: boolean
  readonly close: () => void
  readonly children: ComponentChildren
  readonly actions?: ComponentChildren
}

/** A modal dialog: the browser keeps the focus inside, and gives it back. Escape and a click outside close it. */
export function Dialog({ title, kind, isWide = false, close, children, actions }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  // Before anything else is typed: it gets the focus.
  useLayoutEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    return () => dialog?.close()
  }, [])
  const isBare = kind !== undefined
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same as a click outside
    <dialog
      ref={ref}
      class={['dialog', kind, isWide && 'wide'].filter(Boolean).join(' ')}
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
      onClick={(event) => {
        if (event.target === ref.current) close()
      }}
    >
      {!isBare && (
        <header class="dialog-head">
          <h2>{title}</h2>
          <button type="button" class="icon-button" aria-label="Close" onClick={close}>
            <Icon name="close" />
          </button>
        </header>
      )}
      {isBare ? children : <div class="dialog-body">{children}</div>}
      {actions !== undefined && <footer class="dialog-actions">{actions}</footer>}
    </dialog>
  )
}
