import type { Format } from './media-type.js'

/** How values travel in one format. The list of all codecs is in `codecs.ts`. */
export interface Codec {
  readonly format: Format
  /** What the `Content-Type` header says of an encoded value. */
  readonly mediaType: string
  /**
   * The value that a body holds, made of what JSON knows and nested at most `MAX_DEPTH` levels deep. Whether
   * it fits a kind is not looked at. Throws an `UnreadableBody` when the body is not of the format.
   */
  decode(body: Buffer): unknown
  /** The bytes of a value that JSON can express; members that are undefined are left out. */
  encode(value: unknown, pretty: boolean): Buffer
}

/**
 * No object of the API nests deeper than some thirty levels. With the bound, code that walks a decoded value
 * may call itself for each level and never runs out of stack.
 */
export const MAX_DEPTH = 500

/** A body is not what its media type says. The message tells the client what is wrong, and where. */
export class UnreadableBody extends Error {
  override readonly name = 'UnreadableBody'
}

/** A place in a text as people count: `line 3, column 7`. */
export function placeOf(text: string, offset: number): string {
  let line = 1
  let lineStart = 0
  for (let next = text.indexOf('\n'); next >= 0 && next < offset; next = text.indexOf('\n', next + 1)) {
    line++
    lineStart = next + 1
  }
  return `line ${line}, column ${offset - lineStart + 1}`
}
