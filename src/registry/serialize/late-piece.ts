import type { Piece } from '#util/packed-bytes.js'

/** Defaults that were added to a schema later may make very much of a small object. */
const MAX_GROWTH = 2
const ALWAYS_HELD = 1024

/**
 * An encoding as a piece of a list. One that is much larger than the object it was made of is made again when it is sent:
 * what a list holds is bounded by what is stored.
 */
export function heldOrLate(encoded: Buffer, storedSize: number, encode: () => Buffer): Piece {
  if (encoded.length <= MAX_GROWTH * storedSize + ALWAYS_HELD) return encoded
  return new LatePiece(encoded.length, encode)
}

class LatePiece implements Piece {
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
    // The client was told how long the list is.
    if (bytes.length !== this.length) throw new Error('an object is encoded differently than before')
    return bytes
  }
}
