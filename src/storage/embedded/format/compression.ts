import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { SPARE_BYTES } from '#storage/contract.js'
import { Lz4, Lz4Error } from '#util/lz4.js'
import { DICTIONARY } from './dictionary.js'
import { COMPRESSED, DEFLATED, DELETED, VALUE } from './layout.js'

/** The tag of a compressed value, and how long it is when it is restored: in two bytes, or in four where it is large. */
const HEADER_BYTES = 1 + 2
const LARGE_HEADER_BYTES = 1 + 4
/** Of nine. Higher ones make values a third smaller, and take more than twice as long. */
const DEFLATE_LEVEL = 1

/** Smaller values are not worth the while. */
const MIN_BYTES = 128

/**
 * Versions are compressed on their way to the disk. A value of two kilobytes then takes a quarter of that, and no longer a
 * page of its own: the store's file, what is written per commit and what is mapped into memory shrink with it.
 */
export class ValueCompression {
  readonly #lz4 = new Lz4(DICTIONARY)

  /** A version, tag and value, in the form for the disk. It is written over the one that is given. */
  compress(version: Buffer): Buffer {
    const length = version.length - 1
    if (version[0] !== VALUE || length < MIN_BYTES) return version
    if (length > this.#lz4.capacity) return deflate(version)
    const block = this.#lz4.compress(version.subarray(1))
    if (block === undefined || block.length + HEADER_BYTES >= version.length) return version
    version[0] = COMPRESSED
    const end = version.writeUInt16BE(length, 1)
    return version.subarray(0, end + block.copy(version, end))
  }

  /** The value of a version on disk, in memory of its own; undefined for a deletion. */
  restore(version: Buffer): Buffer | undefined {
    switch (version[0]) {
      case DELETED:
        return undefined
      case VALUE:
        return copy(version.subarray(1))
      case COMPRESSED:
        return copy(this.#lz4.decompress(version.subarray(HEADER_BYTES), version.readUInt16BE(1)))
      case DEFLATED:
        return inflate(version)
      default:
        throw new Lz4Error()
    }
  }
}

/** What exceeds the window of LZ4 has room for what zlib takes to begin: schemas of definitions become a tenth. */
function deflate(version: Buffer): Buffer {
  const length = version.length - 1
  const block = deflateRawSync(version.subarray(1), { level: DEFLATE_LEVEL })
  if (block.length + LARGE_HEADER_BYTES >= version.length) return version
  version[0] = DEFLATED
  const end = version.writeUInt32BE(length, 1)
  return version.subarray(0, end + block.copy(version, end))
}

function inflate(version: Buffer): Buffer {
  const length = version.readUInt32BE(1)
  const value = inflateRawSync(version.subarray(LARGE_HEADER_BYTES), {
    // In one piece, with room behind it.
    chunkSize: length + SPARE_BYTES,
    maxOutputLength: length,
  })
  if (value.length !== length) throw new Error('the value has another length than was written')
  return value
}

/** Values are read by the thousand, and live as long as each other: memory for many of them at a time is had for less. */
const SLAB_BYTES = 64 * 1024
/** Larger ones get memory of their own, with room behind them. */
const LARGE_BYTES = SLAB_BYTES / 4
let slab = Buffer.alloc(0)
let taken = 0

function copy(bytes: Buffer): Buffer {
  const { length } = bytes
  if (length > LARGE_BYTES) {
    const value = Buffer.allocUnsafeSlow(length + SPARE_BYTES).subarray(0, length)
    value.set(bytes)
    return value
  }
  if (taken + length > slab.length) {
    slab = Buffer.allocUnsafeSlow(SLAB_BYTES)
    taken = 0
  }
  const value = slab.subarray(taken, taken + length)
  taken += length
  value.set(bytes)
  return value
}
