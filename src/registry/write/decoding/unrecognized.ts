import { type ApiError, badRequest } from '#meta/api-error.js'

const MAX_SUMMARY_LENGTH = 30

/** The error for a body without a known kind. `body` is what the client sent. */
export function unrecognized(kind: string, why: string, body: Buffer): ApiError {
  return badRequest(
    `the object provided is unrecognized (must be of type ${kind}): ${why} (${summaryOf(body)})`,
  )
}

/** The start of a body: an object as JSON, anything else in hexadecimal. */
function summaryOf(body: Buffer): string {
  if (body.length === 0) return '<empty>'
  const beginning = body.subarray(0, MAX_SUMMARY_LENGTH)
  const text = body[0] === OPENING_BRACE ? beginning.toString() : beginning.toString('hex')
  return body.length > MAX_SUMMARY_LENGTH ? `${text} ...` : text
}

const OPENING_BRACE = 0x7b
