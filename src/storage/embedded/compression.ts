import { Lz4, Lz4Error } from '../../util/lz4.js'
import { DICTIONARY } from './dictionary.js'
import { COMPRESSED, DELETED, VALUE } from './layout.js'

/** Behind the tag of a compressed value: how long it is when it is restored. */
const LENGTH_BYTES = 2
const HEADER_BYTES = 1 + LENGTH_BYTES

/** Smaller values are not worth the while. */
const LEAST_BYTES = 128

/**
 * Versions are compressed on their way to the disk. A value of two kilobytes then takes a quarter of that, and no longer a
 * page of its own: the store's file, what is written per commit and what is mapped into memory shrink with it.
 */
export class ValueCompression {
  readonly #lz4 = new Lz4(DICTIONARY)

  /** A version, tag and value, in the form for the disk. It is written over the one that is given. */
  compress(version: Buffer): Buffer {
    const length = version.length - 1
    if (version[0] !== VALUE || length < LEAST_BYTES) return version
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
      default:
        throw new Lz4Error()
    }
  }
}

/** Values are read by the thousand, and live as long as each other: memory for many of them at a time is had for less. */
const SLAB_BYTES = 64 * 1024
/** Larger ones get memory of their own. */
const LARGE_BYTES = SLAB_BYTES / 4
let slab = Buffer.alloc(0)
let taken = 0

function copy(bytes: Buffer): Buffer {
  const { length } = bytes
  if (length > LARGE_BYTES) return Buffer.from(bytes)
  if (taken + length > slab.length) {
    slab = Buffer.allocUnsafeSlow(SLAB_BYTES)
    taken = 0
  }
  const value = slab.subarray(taken, taken + length)
  taken += length
  value.set(bytes)
  return value
}
