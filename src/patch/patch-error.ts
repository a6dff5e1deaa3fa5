import { ApiError, badRequest } from '#meta/api-error.js'
import { excerpt } from '#util/excerpt.js'

/** The errors that a client gets about its patch: 400 when it cannot be read, 422 when it cannot be applied. */

export const malformedPatch = (problem: string) => badRequest(`the patch cannot be read: ${problem}`)

export const inapplicablePatch = (problem: string) =>
  new ApiError('invalid', `the patch cannot be applied: ${problem}`, {})

/** An operation of a JSON patch that cannot be read, or does not fit the document. */
export class JsonPatchError extends ApiError {
  constructor({ error, message, details }: ApiError) {
    super(error, message, details)
  }
}

/** A place in a patch, linked from the inside out, so that walking costs no text until it is needed. */
export interface PatchPath {
  readonly outer: PatchPath | undefined
  readonly segment: string | number
}

/** How many of the innermost segments a message names; no object has more. */
const MAX_SEGMENTS = 40

/** `spec.containers[1]`, or words for the root. */
export function formatPath(place: PatchPath | undefined): string {
  const segments: (string | number)[] = []
  for (let at = place; at !== undefined && segments.length < MAX_SEGMENTS; at = at.outer) {
    segments.push(at.segment)
  }
  let path = ''
  for (const segment of segments.reverse()) {
    if (typeof segment === 'number') path += `[${segment}]`
    else path += path === '' ? excerpt(segment) : `.${excerpt(segment)}`
  }
  return path === '' ? 'the document' : path
}
