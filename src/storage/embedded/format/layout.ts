/**
 * The on-disk layout: four LMDB databases with binary keys in byte order.
 *
 * - `meta`: single facts under short names.
 * - `heads`: key → revision of its last write, for existing keys.
 * - `versions`: key, a zero byte, revision → one byte that marks a deletion, a value or a compressed value, then the
 * value; if compressed, its length in two bytes and an LZ4 block, or in four bytes and a DEFLATE block (see
 * `compression.ts`).
 * - `log`: revision → commit time in milliseconds, then for each key of the write whether it was deleted, its
 * previous revision (0 for none) and its name.
 *
 * Every value ends with a checksum (see `checksum.ts`), not listed above. Stores of older formats have records
 * without one, all at revisions before the one that `checksums` names in `meta`.
 *
 * Revisions are eight bytes, big-endian. Keys are printable ASCII, so the zero byte ends a key and sorts before any
 * continuation: all versions of a key are adjacent, oldest first, in key order.
 */
import type { Revision } from '#storage/contract.js'

/** Incremented when older code could not read a store of this code, or vice versa. */
export const FORMAT_VERSION = 4
/**
 * The formats that this code reads. It writes the newest: the first had no compression, the second no checksums, the
 * third no compression of large values.
 */
export const READABLE_FORMATS: readonly number[] = [1, 2, 3, FORMAT_VERSION]
/** The first format with checksums. */
export const CHECKSUMS_FORMAT = 3

/** The index of a name is its number in a packed mutation. */
export const DATABASES = ['meta', 'heads', 'versions', 'log'] as const
export type DatabaseName = (typeof DATABASES)[number]

/** Records of this revision and later have checksums. Records of `meta` always have. */
export const META_CHECKSUMS = 'checksums'
/** The oldest revision available; absent until the first compaction. */
export const META_COMPACTED = 'compacted'
/** Followed by a collection: the revision of its last compacted change. */
export const META_WATERMARK = 'floor '
/** Written only to probe whether writing works. */
export const META_PROBE = 'probe'

export const DELETED = 0
export const VALUE = 1
/** Only in `versions`, as the next. */
export const COMPRESSED = 2
export const DEFLATED = 3

export const REVISION_BYTES = 8
/** The additional bytes of a version's key. */
export const VERSION_SUFFIX_BYTES = 1 + REVISION_BYTES
export const LOG_HEADER_BYTES = 8
/** Per key of a log entry, without the name: flag, previous revision, length of the name. */
export const LOG_CHANGE_BYTES = 1 + REVISION_BYTES + 2

export interface LoggedChange {
  readonly key: string
  readonly deleted: boolean
  /** Undefined when the key was created. */
  readonly previous: Revision | undefined
}

export interface LogEntry {
  readonly revision: Revision
  readonly time: number
  readonly changes: readonly LoggedChange[]
}

const TWO_TO_32 = 0x1_0000_0000

export function writeRevision(target: Buffer, revision: number, offset: number): number {
  target.writeUInt32BE(Math.floor(revision / TWO_TO_32), offset)
  return target.writeUInt32BE(revision % TWO_TO_32, offset + 4)
}

export function readRevision(source: Buffer, offset = 0): Revision {
  return (source.readUInt32BE(offset) * TWO_TO_32 + source.readUInt32BE(offset + 4)) as Revision
}

export function revisionBytes(revision: number): Buffer {
  const bytes = Buffer.allocUnsafe(REVISION_BYTES)
  writeRevision(bytes, revision, 0)
  return bytes
}

export function versionKey(key: string, revision: number): Buffer {
  const bytes = Buffer.allocUnsafe(key.length + VERSION_SUFFIX_BYTES)
  bytes.write(key, 0, 'latin1')
  bytes[key.length] = 0
  writeRevision(bytes, revision, key.length + 1)
  return bytes
}

export function keyOfVersion(bytes: Buffer): string {
  return bytes.toString('latin1', 0, bytes.length - VERSION_SUFFIX_BYTES)
}

export function revisionOfVersion(bytes: Buffer): Revision {
  return readRevision(bytes, bytes.length - REVISION_BYTES)
}

/** The keys of `heads` or `versions` with a prefix and after `after`: `start` inclusive, `end` exclusive. */
export function keySpan(prefix: string, after = ''): { readonly start: Buffer; readonly end: Buffer } {
  // 1 sorts after the zero byte of the versions of `after`, and before any continuation of `after`.
  const start = after >= prefix ? `${after}\x01` : prefix
  return { start: Buffer.from(start, 'latin1'), end: Buffer.from(`${prefix}\x7f`, 'latin1') }
}

export function readLogEntry(key: Buffer, value: Buffer): LogEntry {
  const changes: LoggedChange[] = []
  for (let at = LOG_HEADER_BYTES; at < value.length; ) {
    const deleted = value[at] === DELETED
    const previous = readRevision(value, at + 1)
    const nameStart = at + LOG_CHANGE_BYTES
    at = nameStart + value.readUInt16BE(nameStart - 2)
    changes.push({
      key: value.toString('latin1', nameStart, at),
      deleted,
      previous: previous === 0 ? undefined : previous,
    })
  }
  return { revision: readRevision(key), time: value.readDoubleBE(0), changes }
}
