import type { EventType } from '#cache/watch-event.js'
import type { ApiError } from '#meta/api-error.js'

const HEADS: Readonly<Record<EventType | 'BOOKMARK' | 'ERROR', Buffer>> = {
  ADDED: Buffer.from('{"type":"ADDED","object":'),
  MODIFIED: Buffer.from('{"type":"MODIFIED","object":'),
  DELETED: Buffer.from('{"type":"DELETED","object":'),
  BOOKMARK: Buffer.from('{"type":"BOOKMARK","object":'),
  ERROR: Buffer.from('{"type":"ERROR","object":'),
}
const TAIL = Buffer.from('}\n')

/** One line of a stream. */
export function jsonFrame(type: keyof typeof HEADS, json: Buffer): Buffer {
  return Buffer.concat([HEADS[type], json, TAIL])
}

/** The last line of a stream that cannot go on. */
export function jsonError(error: ApiError): Buffer {
  return jsonFrame('ERROR', Buffer.from(JSON.stringify(error.toStatus())))
}
