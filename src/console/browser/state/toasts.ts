import { signal } from '@preact/signals'
import { failureIn } from '#console/model/api/failure.js'

export interface Toast {
  readonly id: number
  readonly tone: 'good' | 'bad' | 'info'
  readonly text: string
}

const SHOWN_MS = 6000
let last = 0

export const toasts = signal<readonly Toast[]>([])

/** Shows a message for a while. Errors stay until they are closed. */
export function toast(text: string, tone: Toast['tone'] = 'info'): void {
  const id = ++last
  toasts.value = [...toasts.value.slice(-4), { id, tone, text }]
  if (tone !== 'bad') setTimeout(() => closeToast(id), SHOWN_MS)
}

export const toastFailure = (error: unknown): void => toast(failureIn(error).message, 'bad')

export function closeToast(id: number): void {
  toasts.value = toasts.value.filter((each) => each.id !== id)
}
