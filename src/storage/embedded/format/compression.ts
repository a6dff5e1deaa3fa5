import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { SPARE_BYTES } from '#storage/contract.js'
import { Lz4, Lz4Error } from '#util/bytes/lz4.js'
import { DICTIONARY } from './dictionary.js'
import { COMPRESSED, DEFLATED, DELETED, VALUE } from './layout.js'

/** The tag of a compressed value and its original length: two bytes, or four for large values. */
const HEADER_BYTES = 1 + 2
const LARGE_HEADER_BYTES = 1 + 4
/** Of nine. Higher levels make values a third smaller, and take more than twice as long. */
const DEFLATE_LEVEL = 1

/** Compressing smaller values does not pay. */
const MIN_BYTES = 128

/**
 * Compresses versions on their way to disk. A value of two kilobytes takes a quarter of that, and no page of its own:
 * the file, each commit and the mapped memory shrink.
 */
export class ValueCompression {
  readonly #lz4 = new Lz4(DICTIONARY)

  /** A version, tag and value, in its on-disk form. Overwrites the argument. */
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

  /** The value of an on-disk version, in memory of its own; undefined for a deletion. */
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

/** Values beyond the window of LZ4 are worth zlib's set-up: schemas of definitions shrink to a tenth. */
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
    // In one chunk, with spare bytes.
    chunkSize: length + SPARE_BYTES,
    maxOutputLength: length,
  })
  if (value.length !== length) throw new Error('the value has a wrong length')
  return value
}

/** Values are read by the thousand and have similar lifetimes: allocating many at a time is cheaper. */
const SLAB_BYTES = 64 * 1024
/** Larger values get memory of their own, with spare bytes. */
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
