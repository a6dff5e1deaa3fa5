import type { IncomingHttpHeaders } from 'node:http'

const LINE_END = '\r\n'
const EMPTY_LINE = '\r\n\r\n'
const CARRIAGE_RETURN = 13
const SPACE = 32
const TAB = 9

/** Methods with the blank that follows them. */
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((name) => ({
  name,
  bytes: Buffer.from(`${name} `),
}))
/** The rest of the request line after the path. */
const VERSION = Buffer.from(' HTTP/1.1')
const SLASH = 47
const FIRST_PRINTABLE = 33
const LAST_PRINTABLE = 126
const NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
const VALUE = /^[\t\x20-\x7e]*$/
const LENGTH = /^[0-9]{1,9}$/

/** Longer heads are not cached: the memory per connection must stay small. */
const MAX_KEPT_LENGTH = 4096

/** The header fields of a request. Requests with the same head share them, so they are immutable. */
export interface HeaderFields {
  readonly headers: IncomingHttpHeaders
  /** Alternating names and values, as received. */
  readonly raw: readonly string[]
  readonly contentLength: number
}

export interface RequestHead {
  readonly method: string
  readonly url: string
  readonly fields: HeaderFields
  /** In bytes, including the empty line. */
  readonly length: number
}

/** Why there is no head: it is incomplete, or node's parser has to read it. */
export type NoHead = 'incomplete' | 'fallback'

/**
 * Parses the request heads of one connection, if they have the usual form. A client repeats the same header fields in
 * nearly every request, so they are parsed only when their bytes change.
 */
export class RequestHeads {
  #fields: HeaderFields | undefined
  /** The bytes that `#fields` were parsed from: from the end of the request line to the end of the empty line. */
  #text: Buffer = Buffer.alloc(0)
  #textLength = 0

  /** Parses the head at the start of the bytes. */
  read(bytes: Buffer): RequestHead | NoHead {
    const lineEnd = bytes.indexOf(CARRIAGE_RETURN)
    if (lineEnd < 0) return 'incomplete'
    let fields = this.#repeated(bytes, lineEnd)
    let length = lineEnd + this.#textLength
    if (fields === undefined) {
      const end = bytes.indexOf(EMPTY_LINE, lineEnd)
      if (end < 0) return 'incomplete'
      fields = readFields(bytes.toString('latin1', lineEnd, end))
      length = end + EMPTY_LINE.length
      this.#keep(fields, bytes, lineEnd, length)
    }
    const method = methodOf(bytes)
    const urlEnd = lineEnd - VERSION.length
    if (fields === undefined || method === undefined || !holds(bytes, urlEnd, VERSION)) return 'fallback'
    if (!isTarget(bytes, method.bytes.length, urlEnd)) return 'fallback'
    // Not a slice of a longer string: comparisons would have to flatten it.
    const url = bytes.toString('latin1', method.bytes.length, urlEnd)
    return { method: method.name, url, fields, length }
  }

  /** The fields of the previous request, if the bytes are equal. */
  #repeated(bytes: Buffer, lineEnd: number): HeaderFields | undefined {
    const end = lineEnd + this.#textLength
    if (this.#fields === undefined || end > bytes.length) return undefined
    return bytes.compare(this.#text, 0, this.#textLength, lineEnd, end) === 0 ? this.#fields : undefined
  }

  #keep(fields: HeaderFields | undefined, bytes: Buffer, start: number, end: number): void {
    const length = end - start
    this.#fields = length <= MAX_KEPT_LENGTH ? fields : undefined
    if (this.#fields === undefined) return
    // Not pooled: a small slice would keep its whole pool alive.
    if (length > this.#text.length) this.#text = Buffer.allocUnsafeSlow(length)
    bytes.copy(this.#text, 0, start, end)
    this.#textLength = length
  }
}

/**
 * Header fields by lower-case name, without inherited properties. A class instance is read much faster than an object
 * without a prototype.
 */
class Headers {}
Object.setPrototypeOf(Headers.prototype, null)
Reflect.deleteProperty(Headers.prototype, 'constructor')

function methodOf(bytes: Uint8Array): (typeof METHODS)[number] | undefined {
  for (const method of METHODS) if (holds(bytes, 0, method.bytes)) return method
  return undefined
}

/** Whether `bytes` contain `wanted` at an offset. */
function holds(bytes: Uint8Array, at: number, wanted: Uint8Array): boolean {
  if (at < 0 || at + wanted.length > bytes.length) return false
  for (let index = 0; index < wanted.length; index++) if (bytes[at + index] !== wanted[index]) return false
  return true
}

/** Whether the range is a path in printable ASCII. */
function isTarget(bytes: Uint8Array, start: number, end: number): boolean {
  if (start >= end || bytes[start] !== SLASH) return false
  for (let index = start; index < end; index++) {
    const byte = bytes[index] as number
    if (byte < FIRST_PRINTABLE || byte > LAST_PRINTABLE) return false
  }
  return true
}

/**
 * `text` starts at the end of the request line. Undefined for fields that change the connection or the transfer
 * encoding, for repeated fields, and for any unusual syntax.
 */
function readFields(text: string): HeaderFields | undefined {
  const headers = new Headers() as IncomingHttpHeaders
  const raw: string[] = []
  const [before, ...lines] = text.split(LINE_END)
  if (before !== '') return undefined
  for (const line of lines) {
    const colon = line.indexOf(':')
    const name = line.slice(0, Math.max(colon, 0))
    const value = trimmed(line, colon + 1)
    if (!NAME.test(name) || !VALUE.test(value)) return undefined
    const key = name.toLowerCase()
    if (headers[key] !== undefined || isLeftToNode(key, value)) return undefined
    headers[key] = value
    raw.push(name, value)
  }
  return { headers, raw, contentLength: Number(headers['content-length'] ?? 0) }
}

function isLeftToNode(key: string, value: string): boolean {
  switch (key) {
    case 'connection':
      return value.toLowerCase() !== 'keep-alive'
    case 'content-length':
      return !LENGTH.test(value)
    case 'transfer-encoding':
    case 'expect':
    case 'upgrade':
    case 'proxy-connection':
      return true
    default:
      return false
  }
}

function trimmed(line: string, from: number): string {
  let start = from
  let end = line.length
  while (start < end && isBlank(line.charCodeAt(start))) start++
  while (end > start && isBlank(line.charCodeAt(end - 1))) end--
  return line.slice(start, end)
}

const isBlank = (code: number) => code === SPACE || code === TAB
