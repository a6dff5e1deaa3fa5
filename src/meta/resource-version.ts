import { badRequest } from './api-error.js'

/**
 * Resource versions are the store's revisions as decimal text. Clients may compare two of one kind as
 * numbers; everything else about them is ours.
 */

/** Unset and `0` put no condition on a write and no bound on a read. */
export function isUnconditional(resourceVersion: string | undefined): boolean {
  return resourceVersion === undefined || resourceVersion === '' || resourceVersion === '0'
}

const DECIMAL = /^(0|[1-9][0-9]{0,15})$/

/** The revision behind a resource version; undefined when the text is none. */
export function parseResourceVersion(text: string): number | undefined {
  if (!DECIMAL.test(text)) return undefined
  const revision = Number(text)
  return Number.isSafeInteger(revision) ? revision : undefined
}

/** The revision that a request names. Throws `badRequest` for what is no version, and could be none of any object. */
export function expectVersion(field: string, text: string): number {
  const revision = parseResourceVersion(text)
  if (revision !== undefined) return revision
  throw badRequest(`${field}: Invalid value: ${JSON.stringify(text)}: must be a decimal number`)
}
