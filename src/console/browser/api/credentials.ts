import { signal } from '@preact/signals'

const KEY = 'binnacle.token'

/** The token of the user; undefined for none or a client certificate. The tab keeps it over a reload and no longer. */
export const token = signal<string | undefined>(read())

/** Set when the server does not know who the user is. */
export const mustSignIn = signal(false)

export function setToken(value: string | undefined): void {
  token.value = value
  mustSignIn.value = false
  try {
    if (value === undefined) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, value)
  } catch {}
}

function read(): string | undefined {
  try {
    return sessionStorage.getItem(KEY) ?? undefined
  } catch {
    return undefined
  }
}
