import { isUtf8 } from 'node:buffer'
import type { Format } from './media-type.js'

/** The self-describing formats. Protobuf needs a schema. */
export type TextFormat = Exclude<Format, 'protobuf'>

/** Decodes and encodes values in one text format. `codecs.ts` lists all codecs. */
export interface Codec {
  readonly format: TextFormat
  /** The `Content-Type` of an encoded value. */
  readonly mediaType: string
  /**
   * Decodes a body to a JSON value nested at most `MAX_DEPTH` levels deep, without a schema. Throws an `UnreadableBody`
   * if the body is malformed, and an `OversizedBody` if it has too many parts. For a large body it returns a promise
   * and yields to the event loop.
   */
  decode(body: Buffer): unknown
  /** The same, but 64-bit integers that a double cannot represent become a `bigint`. */
  decodeExactly(body: Buffer): unknown
  /** The bytes of a value that JSON can express; properties that are undefined are left out. */
  encode(value: unknown, pretty: boolean): Buffer
  /** Encodes the JSON of a large object on another thread, alone or as a list item. Set if encoding is slow. */
  encodeLarge?(object: Buffer, as: LargeObjectRole): Promise<Buffer>
  /** The encoder of a value whose last property is a long list. */
  list(pretty: boolean): ListEncoder
}

/** An item of a list may be without its `kind` and `apiVersion`. */
export type LargeObjectRole = 'object' | 'item' | 'untyped item'

/** Writes a value with a long list element by element. The joined pieces are equivalent to the result of `encode`. */
export interface ListEncoder {
  /** The bytes before the first element. The list is the last property, called `name`. */
  begin(properties: object, name: string, isEmpty: boolean): Buffer
  readonly first: Buffer
  readonly next: Buffer
  item(value: unknown): Buffer
  end(isEmpty: boolean): Buffer
}

/** Nothing to write. */
export const NO_BYTES = Buffer.alloc(0)

/** Objects of the API nest about thirty levels deep. The limit makes recursion over decoded values safe. */
export const MAX_DEPTH = 500

/** A body does not match its media type. The message names the error and its position. */
export class UnreadableBody extends Error {
  override readonly name = 'UnreadableBody'
  /** The message of the parsers of Kubernetes, which do not name the position. */
  readonly syntaxError: string

  constructor(message: string, syntaxError = message) {
    super(message)
    this.syntaxError = syntaxError
  }
}

/** A body nests deeper than `MAX_DEPTH`. */
export class TooDeepBody extends UnreadableBody {
  constructor() {
    super(`the body nests more than ${MAX_DEPTH} levels deep`)
  }
}

/** A body has more parts than any storable object. The message says which. */
export class OversizedBody extends Error {
  override readonly name = 'OversizedBody'
}

/** Too many bodies of the kind wait to be read. */
export class ReaderBusy extends Error {
  override readonly name = 'ReaderBusy'
}

const LINE_FEED = 0x0a

/** A position in a text: `line 3, column 7`. */
export function formatPosition(text: string, offset: number): string {
  const { line, column } = lineAndColumn(text, offset)
  return `line ${line}, column ${column}`
}

export function lineAndColumn(text: string, offset: number): { line: number; column: number } {
  let line = 1
  let lineStart = 0
  for (let at = 0; at < offset; at++) {
    if (text.charCodeAt(at) !== LINE_FEED) continue
    line++
    lineStart = at + 1
  }
  return { line, column: offset - lineStart + 1 }
}

/** The text of a body. Allows a byte order mark, which some editors write. */
export function decodeUtf8(body: Buffer): string {
  if (!isUtf8(body)) {
    throw new UnreadableBody(`the body is not text in UTF-8, from byte ${firstFault(body)} on`)
  }
  const hasMark = body.length >= 3 && body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf
  return body.toString('utf8', hasMark ? 3 : 0)
}

/** Decoding replaces invalid bytes, so the first difference is the position of the fault. */
function firstFault(body: Buffer): number {
  const decoded = Buffer.from(body.toString('utf8'))
  let offset = 0
  while (offset < body.length && body[offset] === decoded[offset]) offset++
  return offset
}
