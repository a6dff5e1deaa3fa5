import type { Writable } from 'node:stream'
import { drained } from '#http/connection/channel.js'
import type { Piece } from '#util/bytes/packed-bytes.js'

/** Bytes collected before a write. */
const SLICE_BYTES = 256 * 1024
/** Slices kept for reuse: allocating memory costs more than copying into it. */
const MAX_KEPT = 16
const kept: Buffer[] = []

/**
 * Sends a long body of many pieces through reused slices of memory. Each slice waits until the client has read the
 * previous one.
 */
export class SlicedBody {
  readonly #response: Writable
  #slice = takeSlice()
  #size = 0
  /** Bytes that are sent, or about to be. */
  sentBytes = 0

  constructor(response: Writable) {
    this.#response = response
  }

  /** Appends bytes from an offset. Await the returned promise before appending more. */
  append(bytes: Piece, from = 0): Promise<void> | undefined {
    const length = bytes.length - from
    if (this.#size + length <= SLICE_BYTES) {
      bytes.copy(this.#slice, this.#size, from)
      this.#size += length
      return undefined
    }
    return this.#appendBehind(bytes, from)
  }

  /** Sends the rest and ends the body. */
  end(): void {
    const slice = this.#slice
    this.sentBytes += this.#size
    this.#response.end(slice.subarray(0, this.#size), () => giveBack(slice))
  }

  /** A slow client holds at most one slice. */
  async #appendBehind(bytes: Piece, from: number): Promise<void> {
    const slice = this.#slice
    // The socket has sent the slice; reuse it.
    this.sentBytes += this.#size
    this.#response.write(slice.subarray(0, this.#size), () => giveBack(slice))
    await drained(this.#response)
    this.#slice = takeSlice()
    this.#size = 0
    if (bytes.length - from <= SLICE_BYTES) {
      this.append(bytes, from)
    } else {
      this.sentBytes += bytes.length - from
      this.#response.write(bytes.subarray(from))
      await drained(this.#response)
    }
  }
}

function takeSlice(): Buffer {
  return kept.pop() ?? Buffer.allocUnsafeSlow(SLICE_BYTES)
}

function giveBack(slice: Buffer): void {
  if (kept.length < MAX_KEPT) kept.push(slice)
}
