import { Lz4 } from './lz4.js'
import { once } from './once.js'

/** What does not become so much smaller is not worth it. */
const MAX_PER_LENGTH = 1 / 2

/** Has memory of its own, which a server that packs nothing does not need. */
const lz4 = once(() => new Lz4(Buffer.alloc(0)))

/** Bytes that may have to be restored as they are copied. */
export type Piece = Pick<Buffer, 'length' | 'copy' | 'subarray'>

/** What was packed or restored last: it is often wanted several times in a row. */
let last: { readonly packed: PackedBytes; readonly bytes: Buffer } | undefined
/** The memory of what is only looked at, and what is in it. */
let scratch = Buffer.alloc(0)
let inScratch: PackedBytes | undefined

/** Bytes in compressed form. To compress 100 KB of JSON takes 0.2 ms, to restore them 0.1 ms. */
export class PackedBytes implements Piece {
  /** How many bytes they are when they are restored. */
  readonly length: number
  /**
   * Blocks of LZ4 one behind the other, which restore as many bytes each as a block can have, but for the last one. A block
   * that is as long as what it restores is no block of LZ4 but these bytes themselves.
   */
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

  /** The same in memory that is used again: they hold until others are looked at. */
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

  /** Restores the bytes from an offset on into other memory, which has room for them. */
  copy(target: Uint8Array, targetStart = 0, sourceStart = 0): number {
    const { capacity } = lz4()
    let at = targetStart
    for (let index = Math.floor(sourceStart / capacity); index < this.#ends.length; index++) {
      const skipped = Math.max(0, sourceStart - index * capacity)
      at += this.#block(index).copy(target, at, skipped)
    }
    return at - targetStart
  }

  /** Whether they begin with other bytes, of which there are no more than a block has. */
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
