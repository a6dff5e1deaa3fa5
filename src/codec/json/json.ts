import {
  type Codec,
  decodeUtf8,
  formatPosition,
  type ListEncoder,
  MAX_DEPTH,
  NO_BYTES,
  UnreadableBody,
} from '#codec/codec.js'
import { JSON_TYPE } from '#codec/media-type.js'
import { nextTurn } from '#util/event-loop.js'
import { parseJson, stringifyJson } from '#util/text/json-integers.js'
import { expectReadableSize, SMALL_BODY, tooDeep } from './size.js'
import { findJsonSyntaxError, type JsonSyntaxError } from './syntax-error.js'

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

const NO_INPUT = 'unexpected end of JSON input'

type Parse = (text: string) => unknown

function decode(body: Buffer, parse: Parse): unknown {
  if (body.length === 0) throw new UnreadableBody('the body is empty', NO_INPUT)
  return body.length > SMALL_BODY ? parseLarge(body, parse) : parseSmall(body, parse)
}

function parseSmall(body: Buffer, parse: Parse): unknown {
  const value = parsed(decodeUtf8(body), parse)
  if (nestsTooDeep(body)) throw tooDeep()
  return value
}

/** Each step runs in its own turn of the event loop. */
async function parseLarge(body: Buffer, parse: Parse): Promise<unknown> {
  const properties = expectReadableSize(body)
  await nextTurn()
  const text = decodeUtf8(body)
  try {
    const value = parse(text)
    rememberPropertyCount(value, properties)
    return value
  } catch (error) {
    await nextTurn()
    const fault = findJsonSyntaxError(text)
    await nextTurn()
    throw notJson(text, fault, error)
  }
}

function parsed(text: string, parse: Parse): unknown {
  try {
    return parse(text)
  } catch (error) {
    throw notJson(text, findJsonSyntaxError(text), error)
  }
}

/** The messages of V8 do not always name the position, and differ between versions. */
function notJson(text: string, fault: JsonSyntaxError | undefined, error: unknown): UnreadableBody {
  if (error instanceof RangeError) return new UnreadableBody(error.message)
  if (fault === undefined) return new UnreadableBody(`the body is not JSON: ${error}`)
  const place = formatPosition(text, fault.offset)
  return new UnreadableBody(`the body is not JSON: ${place}: ${fault.message}`, fault.message)
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
/** `[` and `{`, and `]` and `}`, differ in this bit. With it set, both are braces. */
const BRACE_BIT = 0x20
const OPENING = 0x7b
const CLOSING = 0x7d

/** Scans the bytes, which is faster than a walk of the value. They must be valid JSON. */
function nestsTooDeep(json: Buffer): boolean {
  return hasManyBrackets(json) && depthExceeds(json, MAX_DEPTH)
}

/** A cheap check that is false for nearly every body. Each level takes two brackets. */
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

/** Lists in JSON, element by element. */

export const compactList: ListEncoder = {
  begin: (properties, name) => Buffer.from(`${JSON.stringify(properties).slice(0, -1)},"${name}":[`),
  first: NO_BYTES,
  next: Buffer.from(','),
  item: (value) => Buffer.from(JSON.stringify(value)),
  end: () => COMPACT_END,
}
const COMPACT_END = Buffer.from(']}')

/** The indentation of list items. */
const ITEM_INDENT = '    '

export const indentedList: ListEncoder = {
  begin: (properties, name) =>
    Buffer.from(`${JSON.stringify(properties, null, 2).slice(0, -2)},\n  "${name}": [`),
  first: Buffer.from(`\n${ITEM_INDENT}`),
  next: Buffer.from(`,\n${ITEM_INDENT}`),
  // JSON strings contain no line breaks.
  item: (value) => Buffer.from(JSON.stringify(value, null, 2).replaceAll('\n', `\n${ITEM_INDENT}`)),
  end: (isEmpty) => Buffer.from(isEmpty ? ']\n}\n' : '\n  ]\n}\n'),
}

/** The number of properties in the text of a body, by its parsed value. */
const given = new WeakMap<object, number>()

/** Call with a value that was just parsed. */
export function rememberPropertyCount(value: unknown, count: number): void {
  if (typeof value === 'object' && value !== null) given.set(value, count)
}

/**
 * Whether a value that was just parsed has as many properties as its JSON: then no key is duplicate. This is faster than to
 * find the duplicates. False if it is unknown.
 */
export function hasUniqueKeys(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const count = given.get(value)
  return count !== undefined && count === propertiesIn(value)
}

function propertiesIn(value: object): number {
  const parts = Object.values(value)
  let count = Array.isArray(value) ? 0 : parts.length
  for (const part of parts) if (typeof part === 'object' && part !== null) count += propertiesIn(part)
  return count
}
