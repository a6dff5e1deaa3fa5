import type { Piece } from '#util/bytes/packed-bytes.js'

/** Defaults that were added to a schema later can make a small object large. */
const MAX_GROWTH = 2
const ALWAYS_HELD = 1024

/**
 * An encoding as a piece of a list. An encoding much larger than its stored object is dropped and made again when it is
 * sent, so that the memory of a list is bounded by the stored size.
 */
export function encodedOrDeferred(encoded: Buffer, storedSize: number, encode: () => Buffer): Piece {
  if (encoded.length <= MAX_GROWTH * storedSize + ALWAYS_HELD) return encoded
  return new DeferredPiece(encoded.length, encode)
}

class DeferredPiece implements Piece {
  readonly length: number
  readonly #encode: () => Buffer

  constructor(length: number, encode: () => Buffer) {
    this.length = length
    this.#encode = encode
  }

  copy(target: Uint8Array, targetStart = 0, sourceStart = 0): number {
    return this.#bytes().copy(target, targetStart, sourceStart)
  }

  subarray(start?: number, end?: number): Buffer {
    return this.#bytes().subarray(start, end)
  }

  #bytes(): Buffer {
    const bytes = this.#encode()
    // The `Content-Length` has been sent.
    if (bytes.length !== this.length) throw new Error('an object is encoded differently than before')
    return bytes
  }
}
