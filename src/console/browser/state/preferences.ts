import { effect, type Signal, signal } from '@preact/signals'

/** A signal that this browser remembers. Storage can be full or forbidden: then it is forgotten with the page. */
export function remembered<Value>(name: string, initial: Value): Signal<Value> {
  const key = `binnacle.${name}`
  const value = signal(read(key, initial))
  let isFirst = true
  effect(() => {
    const text = JSON.stringify(value.value)
    if (isFirst) {
      isFirst = false
      return
    }
    try {
      localStorage.setItem(key, text)
    } catch {}
  })
  return value
}

function read<Value>(key: string, initial: Value): Value {
  try {
    const text = localStorage.getItem(key)
    return text === null ? initial : (JSON.parse(text) as Value)
  } catch {
    return initial
  }
}

export type Theme = 'system' | 'light' | 'dark'

export const theme = remembered<Theme>('theme', 'system')
/** The ids of resources, such as `deployments.apps`. */
export const favourites = remembered<readonly string[]>('favourites', [])
/** Groups of the sidebar that are open. */
export const openGroups = remembered<readonly string[]>('open-groups', ['workloads', 'config'])

effect(() => {
  document.documentElement.dataset.theme = theme.value
})
