import { frame } from '../cache/watch-event.js'
import type { ApiError } from '../meta/api-error.js'

/** The last line of a stream that cannot go on. */
export function errorFrame(error: ApiError): Buffer {
  return frame('ERROR', Buffer.from(JSON.stringify(error.toStatus())))
}
