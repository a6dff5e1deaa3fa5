import type { Writable } from 'node:stream'
import { drained } from '#http/connection/channel.js'
import type { Piece } from '#util/packed-bytes.js'

/** What is put together before it goes to the socket. */
const SLICE_BYTES = 256 * 1024
/** Slices that are kept for the next body: new memory costs more than what is copied into it. */
const MAX_KEPT = 16
const kept: Buffer[] = []

/**
 * A long body, put together from many pieces in slices of memory that is used again and again. Each slice waits until
 * the client has taken the one before.
 */
export class SlicedBody {
  readonly #response: Writable
  #slice = takeSlice()
  #size = 0

  constructor(response: Writable) {
    this.#response = response
  }

  /** Adds the bytes from an offset on. What it returns must be waited for before anything else is added. */
  append(bytes: Piece, from = 0): Promise<void> | undefined {
    const length = bytes.length - from
    if (this.#size + length <= SLICE_BYTES) {
      bytes.copy(this.#slice, this.#size, from)
      this.#size += length
      return undefined
    }
    return this.#appendBehind(bytes, from)
  }

  /** Sends what is left, and ends the body. */
  end(): void {
    const slice = this.#slice
    this.#response.end(slice.subarray(0, this.#size), () => giveBack(slice))
  }

  /** The next slice is taken when the client has taken the last one, so that a client that waits has one at most. */
  async #appendBehind(bytes: Piece, from: number): Promise<void> {
    const slice = this.#slice
    // The memory is ours again once the socket has sent it.
    this.#response.write(slice.subarray(0, this.#size), () => giveBack(slice))
    await drained(this.#response)
    this.#slice = takeSlice()
    this.#size = 0
    if (bytes.length - from <= SLICE_BYTES) {
      this.append(bytes, from)
    } else {
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
