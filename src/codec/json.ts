import { type Codec, MAX_DEPTH, placeOf, UnreadableBody } from './codec.js'
import { findJsonFault } from './json-fault.js'
import { compactList, indentedList } from './json-list.js'
import { JSON_TYPE } from './media-type.js'
import { textOf } from './text.js'

export const json: Codec = {
  format: 'json',
  mediaType: JSON_TYPE,

  decode(body) {
    if (body.length === 0) throw new UnreadableBody('the body is empty')
    const text = textOf(body)
    let value: unknown
    try {
      value = JSON.parse(text)
    } catch (error) {
      throw new UnreadableBody(`the body is not JSON: ${explain(text, error)}`)
    }
    if (nestsTooDeep(body)) {
      throw new UnreadableBody(`the body nests more than ${MAX_DEPTH} levels deep`)
    }
    return value
  },

  encode(value, pretty) {
    return Buffer.from(pretty ? `${JSON.stringify(value, null, 2)}\n` : JSON.stringify(value))
  },

  list: (pretty) => (pretty ? indentedList : compactList),
}

/** The parser's own messages do not always say where, and differ between versions. */
function explain(text: string, error: unknown): string {
  const fault = findJsonFault(text)
  if (fault === undefined) return error instanceof Error ? error.message : String(error)
  return `${placeOf(text, fault.offset)}: ${fault.problem}`
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
/** The bit by which `[` and `{`, and `]` and `}`, differ. With it set, either is a brace. */
const BRACE_BIT = 0x20
const OPENING = 0x7b
const CLOSING = 0x7d

/** Looks at the bytes because that is quicker than to walk the value. They must be valid JSON. */
export function nestsTooDeep(json: Buffer): boolean {
  return hasManyBrackets(json) && depthExceeds(json, MAX_DEPTH)
}

/** Cheap, and says no of nearly every body. */
function hasManyBrackets(json: Buffer): boolean {
  // Each level takes two brackets.
  if (json.length <= 2 * MAX_DEPTH) return false
  let count = 0
  for (let offset = 0; offset < json.length; offset++) {
    if (((json[offset] as number) | BRACE_BIT) === OPENING && ++count > MAX_DEPTH) return true
  }
  return false
}

function depthExceeds(json: Buffer, limit: number): boolean {
  let depth = 0
  let inText = false
  for (let offset = 0; offset < json.length; offset++) {
    const byte = json[offset] as number
    if (inText) {
      if (byte === BACKSLASH) offset++
      else if (byte === QUOTE) inText = false
    } else if (byte === QUOTE) {
      inText = true
    } else if ((byte | BRACE_BIT) === OPENING) {
      if (++depth > limit) return true
    } else if ((byte | BRACE_BIT) === CLOSING) {
      depth--
    }
  }
  return false
}
