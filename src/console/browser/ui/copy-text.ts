import { toast } from '../state/toasts.js'

/** Puts a text on the clipboard, which browsers allow only over HTTPS and on localhost. */
export async function copyText(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast(done, 'good')
  } catch {
    toast('The browser does not allow this page to copy', 'bad')
  }
}
