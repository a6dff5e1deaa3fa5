import { closeToast, toasts } from '../state/toasts.js'
import { Icon } from './icon.js'

export function ToastList() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.value.map(({ id, tone, text }) => (
        <div key={id} class={`toast ${tone}`}>
          <Icon name={tone === 'bad' ? 'warning' : 'check'} />
          <span class="toast-text">{text}</span>
          <button type="button" class="icon-button" aria-label="Dismiss" onClick={() => closeToast(id)}>
            <Icon name="close" />
          </button>
        </div>
      ))}
    </div>
  )
}
