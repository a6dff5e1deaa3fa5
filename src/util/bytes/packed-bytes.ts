import { once } from '#util/memoize.js'
import { Lz4 } from './lz4.js'

/** Bytes are packed only if they shrink to this fraction. */
const MAX_PER_LENGTH = 1 / 2

/** Created on first use, because it needs memory. */
const lz4 = once(() => new Lz4(Buffer.alloc(0)))

/** Bytes that may have to be restored as they are copied. */
export type Piece = Pick<Buffer, 'length' | 'copy' | 'subarray'>

/** The last bytes that were packed or restored; they are often used several times in a row. */
let last: { readonly packed: PackedBytes; readonly bytes: Buffer } | undefined
/** Reused memory for `peek`, and its content. */
let scratch = Buffer.alloc(0)
let inScratch: PackedBytes | undefined

/** Compressed bytes. Compressing 100 KB of JSON takes 0.2 ms, restoring it 0.1 ms. */
export class PackedBytes implements Piece {
  /** The length of the restored bytes. */
  readonly length: number
  /** LZ4 blocks in sequence, all of full size except the last. A block as long as its data is not compressed. */
  readonly #blocks: Buffer
  readonly #ends: readonly number[]

  /** Undefined for bytes that do not become much smaller. */
  static pack(bytes: Buffer): PackedBytes | undefined {
    const { capacity } = lz4()
    const blocks: Buffer[] = []
    const ends: number[] = []
    let size = 0
    for (let start = 0; start < bytes.length; start += capacity) {
      const part = bytes.subarray(start, start + capacity)
      const block = lz4().compress(part) ?? part
      size += block.length
      if (size > bytes.length * MAX_PER_LENGTH) return undefined
      blocks.push(Buffer.from(block))
      ends.push(size)
    }
    const packed = new PackedBytes(bytes.length, Buffer.concat(blocks), ends)
    last = { packed, bytes }
    return packed
  }

  private constructor(length: number, blocks: Buffer, ends: readonly number[]) {
    this.length = length
    this.#blocks = blocks
    this.#ends = ends
  }

  /** All bytes. They must not be changed. */
  restore(): Buffer {
    if (last?.packed === this) return last.bytes
    const bytes = Buffer.allocUnsafeSlow(this.length)
    this.copy(bytes)
    last = { packed: this, bytes }
    return bytes
  }

  /** The same in reused memory, valid until the next call. */
  peek(): Buffer {
    if (last?.packed === this) return last.bytes
    if (inScratch !== this) {
      if (scratch.length < this.length) scratch = Buffer.allocUnsafeSlow(this.length)
      this.copy(scratch)
      inScratch = this
    }
    return scratch.subarray(0, this.length)
  }

  subarray(start?: number, end?: number): Buffer {
    return this.restore().subarray(start, end)
  }

  /** Restores the bytes from an offset into other memory. */
  copy(target: Uint8Array, targetStart = 0, sourceStart = 0): number {
    const { capacity } = lz4()
    let at = targetStart
    for (let index = Math.floor(sourceStart / capacity); index < this.#ends.length; index++) {
      const skipped = Math.max(0, sourceStart - index * capacity)
      at += this.#block(index).copy(target, at, skipped)
    }
    return at - targetStart
  }

  /** Whether they start with other bytes, at most one block long. */
  beginWith(bytes: Buffer): boolean {
    const first = last?.packed === this ? last.bytes : this.#block(0)
    return first.subarray(0, bytes.length).equals(bytes)
  }

  #block(index: number): Buffer {
    const { capacity } = lz4()
    const block = this.#blocks.subarray(this.#ends[index - 1] ?? 0, this.#ends[index])
    const length = Math.min(capacity, this.length - index * capacity)
    return block.length === length ? block : lz4().decompress(block, length)
  }
}
