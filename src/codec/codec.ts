import type { Format } from './media-type.js'

/** The formats whose values say by themselves what they are made of. Protobuf needs a description to be read by. */
export type TextFormat = Exclude<Format, 'protobuf'>

/** How values travel in one format of text. The list of all codecs is in `codecs.ts`. */
export interface Codec {
  readonly format: TextFormat
  /** What the `Content-Type` header says of an encoded value. */
  readonly mediaType: string
  /**
   * The value that a body holds, made of what JSON knows and nested at most `MAX_DEPTH` levels deep. Whether it fits a
   * kind is not looked at. Throws an `UnreadableBody` when the body is not of the format, and an `OversizedBody` when
   * it is made of too many parts. What takes long is a promise, and yields to the event loop meanwhile.
   */
  decode(body: Buffer): unknown
  /** The same, but whole numbers of 64 bits that a double cannot hold are a `bigint`. */
  decodeExactly(body: Buffer): unknown
  /** The bytes of a value that JSON can express; members that are undefined are left out. */
  encode(value: unknown, pretty: boolean): Buffer
  /**
   * Set where writing takes so long that it is done on another thread: the bytes of a large object whose JSON is at
   * hand, alone or as an item of a list.
   */
  encodeLarge?(object: Buffer, as: LargeObjectCodec): Promise<Buffer>
  /** How a value is written whose last member is a long list. */
  list(pretty: boolean): ListText
}

/** An item of a list may be without its `kind` and `apiVersion`. */
export type LargeObjectCodec = 'object' | 'item' | 'untyped item'

/** A value with a long list in it, written element by element. Put together, the pieces mean what `encode` writes. */
export interface ListText {
  /** What comes before the first element. The list is the last member, called `name`. */
  begin(members: object, name: string, isEmpty: boolean): Buffer
  readonly first: Buffer
  readonly next: Buffer
  item(value: unknown): Buffer
  end(isEmpty: boolean): Buffer
}

/** Nothing to write. */
export const NO_BYTES = Buffer.alloc(0)

/**
 * No object of the API nests deeper than some thirty levels. With the bound, code that walks a decoded value
 * may call itself for each level and never runs out of stack.
 */
export const MAX_DEPTH = 500

/** A body is not what its media type says. The message says what is wrong, and where. */
export class UnreadableBody extends Error {
  override readonly name = 'UnreadableBody'
}

/** A body nests deeper than `MAX_DEPTH`. */
export class DeepBody extends UnreadableBody {
  constructor() {
    super(`the body nests more than ${MAX_DEPTH} levels deep`)
  }
}

/** A body is made of more than any object that can be stored. The message says of what. */
export class OversizedBody extends Error {
  override readonly name = 'OversizedBody'
}

/** Too many bodies of the kind wait to be read. */
export class ReaderBusy extends Error {
  override readonly name = 'ReaderBusy'
}

const LINE_FEED = 0x0a

/** A place in a text as people count: `line 3, column 7`. */
export function placeOf(text: string, offset: number): string {
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
