import { nextTurn } from '#util/event-loop.js'
import { parseJson, stringifyJson } from '#util/json-integers.js'
import { type Codec, MAX_DEPTH, placeOf, UnreadableBody } from './codec.js'
import { findJsonFault, type JsonFault } from './json-fault.js'
import { compactList, indentedList } from './json-list.js'
import { noteMembersGiven } from './json-members.js'
import { expectReadableSize, SMALL_BODY, tooDeep } from './json-size.js'
import { JSON_TYPE } from './media-type.js'
import { textOf } from './text.js'

export const json: Codec = {
  format: 'json',
  mediaType: JSON_TYPE,

  decode: (body) => decode(body, JSON.parse),

  decodeExactly: (body) => decode(body, parseJson),

  encode(value, pretty) {
    return Buffer.from(pretty ? `${stringifyJson(value, 2)}\n` : stringifyJson(value))
  },

  list: (pretty) => (pretty ? indentedList : compactList),
}

type Parse = (text: string) => unknown

function decode(body: Buffer, parse: Parse): unknown {
  if (body.length === 0) throw new UnreadableBody('the body is empty')
  return body.length > SMALL_BODY ? parseLarge(body, parse) : parseSmall(body, parse)
}

function parseSmall(body: Buffer, parse: Parse): unknown {
  const value = parsed(textOf(body), parse)
  if (nestsTooDeep(body)) throw tooDeep()
  return value
}

/** In steps, each in a turn of the event loop of its own. */
async function parseLarge(body: Buffer, parse: Parse): Promise<unknown> {
  const members = expectReadableSize(body)
  await nextTurn()
  const text = textOf(body)
  try {
    const value = parse(text)
    noteMembersGiven(value, members)
    return value
  } catch (error) {
    await nextTurn()
    const fault = findJsonFault(text)
    await nextTurn()
    throw notJson(text, fault, error)
  }
}

function parsed(text: string, parse: Parse): unknown {
  try {
    return parse(text)
  } catch (error) {
    throw notJson(text, findJsonFault(text), error)
  }
}

/** The parser's own messages do not always say where, and differ between versions. */
function notJson(text: string, fault: JsonFault | undefined, error: unknown): UnreadableBody {
  if (error instanceof RangeError) return new UnreadableBody(error.message)
  const problem = fault === undefined ? String(error) : `${placeOf(text, fault.offset)}: ${fault.problem}`
  return new UnreadableBody(`the body is not JSON: ${problem}`)
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
/** The bit by which `[` and `{`, and `]` and `}`, differ. With it set, either is a brace. */
const BRACE_BIT = 0x20
const OPENING = 0x7b
const CLOSING = 0x7d

/** Looks at the bytes because that is quicker than to walk the value. They must be valid JSON. */
function nestsTooDeep(json: Buffer): boolean {
  return hasManyBrackets(json) && depthExceeds(json, MAX_DEPTH)
}

/** Cheap, and says no of nearly every body. Each level takes two brackets, so a short body has little room for others. */
function hasManyBrackets(json: Buffer): boolean {
  let room = json.length - 2 * MAX_DEPTH
  for (let offset = 0; offset < json.length && room >= 0; offset++) {
    const byte = (json[offset] as number) | BRACE_BIT
    if (byte !== OPENING && byte !== CLOSING) room--
  }
  return room >= 0
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
