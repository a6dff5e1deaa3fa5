import { ApiError, badRequest } from '../meta/api-error.js'

/** What a client is told about its patch: 400 when it cannot be read, 422 when it cannot be applied. */

export const unreadable = (problem: string) => badRequest(`the patch cannot be read: ${problem}`)

export const inapplicable = (problem: string) =>
  new ApiError('invalid', `the patch cannot be applied: ${problem}`, {})

/** A place in a patch, linked from the inside out, so that walking costs no text until it is needed. */
export interface Place {
  readonly outer: Place | undefined
  readonly segment: string | number
}

/** `spec.containers[1]`, or words for the root. */
export function placeText(place: Place | undefined): string {
  let path = ''
  for (let at = place; at !== undefined; at = at.outer) {
    const rest = path === '' || path.startsWith('[') ? path : `.${path}`
    path = typeof at.segment === 'number' ? `[${at.segment}]${rest}` : `${at.segment}${rest}`
  }
  return path === '' ? 'the document' : path
}
