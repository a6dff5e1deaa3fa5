import { signal } from '@preact/signals'

/** What lies over the page. */
export const shown = signal<'palette' | 'namespaces' | 'help' | 'sidebar' | undefined>(undefined)

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.shadowRoot !== null || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** Keys that work on every page. */
export function onKey(event: KeyboardEvent): void {
  if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)) {
    event.preventDefault()
    shown.value = shown.value === 'palette' ? undefined : 'palette'
    return
  }
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
  if (event.key === '?') shown.value = 'help'
  else if (event.key === 'n' && shown.value === undefined) {
    event.preventDefault()
    shown.value = 'namespaces'
  } else if (event.key === '/' && shown.value === undefined) {
    event.preventDefault()
    const filter = document.querySelector<HTMLElement>('[data-filter]')
    if (filter === null) shown.value = 'palette'
    else filter.focus()
  }
}

/** For the help. */
export const KEYS: readonly (readonly [keys: string, effect: string])[] = [
  ['Ctrl K', 'Search kinds and pages'],
  ['/', 'Filter the rows'],
  ['n', 'Choose a namespace'],
  ['↑ ↓', 'Move in the table'],
  ['Enter', 'Open the object'],
  ['Space', 'Select the row'],
  ['Shift ↑ ↓', 'Select several rows'],
  ['Delete', 'Delete the selected objects'],
  ['Esc', 'Close, or clear the selection'],
  ['?', 'This help'],
]
