import { nearest } from '#util/nearest.js'

/** Thrown while arguments are read, when they cannot be understood. The message is one line for the user. */
export class UsageError extends Error {}

/** Names what is not known, and what may have been meant. */
export function unknown(what: 'flag' | 'command', given: string, known: readonly string[]): UsageError {
  const suggestion = nearest(given, known)
  return new UsageError(
    `unknown ${what} ${quote(given)}${suggestion === undefined ? '' : `, did you mean ${suggestion}?`}`,
  )
}

/** On one line, whatever is in it. */
export function quote(text: string): string {
  return JSON.stringify(text)
}
