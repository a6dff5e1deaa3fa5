import { badRequest } from './api-error.js'

/**
 * Resource versions are the store's revisions in decimal. Clients may compare two of one kind as numbers, and rely on
 * nothing else.
 */

/** Unset and `0` put no condition on a write and no bound on a read. */
export function isUnconditional(resourceVersion: string | undefined): boolean {
  return resourceVersion === undefined || resourceVersion === '' || resourceVersion === '0'
}

const DECIMAL = /^(0|[1-9][0-9]{0,15})$/

/** The revision of a resource version; undefined if it is malformed. */
export function parseResourceVersion(text: string): number | undefined {
  if (!DECIMAL.test(text)) return undefined
  const revision = Number(text)
  return Number.isSafeInteger(revision) ? revision : undefined
}

/** The revision that a request names. Throws `badRequest` if it is malformed. */
export function expectVersion(field: string, text: string): number {
  const revision = parseResourceVersion(text)
  if (revision !== undefined) return revision
  const quoted = JSON.stringify(text)
  throw badRequest(`${field}: Invalid value: ${quoted}: strconv.ParseUint: parsing ${quoted}: invalid syntax`)
}
