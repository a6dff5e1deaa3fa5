import type { CachedObject } from '#cache/cached-object.js'
import type { EncodingCache } from '#cache/encoding-cache.js'
import type { ObjectMeta } from '#meta/object-meta.js'
import { fromStored, parseAs } from '#registry/conversion.js'
import type { DecodedWriteCache } from '#registry/decoded-write-cache.js'
import type { ServedVersion } from '#registry/kind.js'
import type { ObjectCodec } from '#registry/object-codec.js'
import { retyperOf } from '#registry/retyped.js'
import type { Piece } from '#util/bytes/packed-bytes.js'
import { encodedOrDeferred } from './deferred-piece.js'

/** Cached objects in one of the versions of their kind. */
export interface VersionView {
  /** The whole object. */
  json(object: CachedObject): Buffer
  /** The same as a piece to send: compressed bytes are restored as they are copied. */
  piece(object: CachedObject): Piece
  /** The same, parsed. */
  value(object: CachedObject): Record<string, unknown>
  metadata(object: CachedObject): ObjectMeta
}

/** The stored version: the bytes of the cache as they are. */
const STORED: VersionView = {
  json: (object) => object.json,
  piece: (object) => object.piece,
  value: (object) => parse(object.json),
  metadata: (object) => object.metadata(),
}

/** The view of a version. Converted objects are cached under an id of `nextEncodingId`. */
export function viewOf(
  version: ServedVersion,
  encodings: EncodingCache,
  nextEncodingId: () => number,
  written?: DecodedWriteCache,
): VersionView {
  if (version.codec !== undefined)
    return customResourceView(version, version.codec, encodings, nextEncodingId(), written)
  if (version.conversion === undefined) return STORED
  const encodingId = nextEncodingId()
  const retype = retyperOf(version)
  const convert = (object: CachedObject) => {
    const value = written?.take(object)
    const retyped = retype(object)
    if (retyped !== undefined) return retyped.bytes()
    return version.encode(value === undefined ? parseAs(version, object) : fromStored(version, value))
  }
  const json = (object: CachedObject) => encodings.get(object, encodingId, convert)
  return {
    json,
    piece: (object) => retype(object) ?? json(object),
    // Parsed from the bytes, so that the field order is the same in all formats.
    value: (object) => parse(json(object)),
    metadata: (object) => parse(json(object)).metadata as ObjectMeta,
  }
}

/** A version of a custom resource. Uses the cached bytes if they are in this version. */
function customResourceView(
  version: ServedVersion,
  codec: ObjectCodec,
  encodings: EncodingCache,
  encodingId: number,
  written: DecodedWriteCache | undefined,
): VersionView {
  const read = (object: CachedObject) => {
    const value = written?.take(object)
    return value === undefined ? codec.read(object) : fromStored(version, value)
  }
  const encode = (object: CachedObject) => codec.encode(read(object))
  const encoded = (object: CachedObject) => encodings.get(object, encodingId, encode)
  return {
    json: (object) => (codec.isCurrent(object) ? object.json : encoded(object)),
    piece: (object) => {
      if (codec.isCurrent(object)) return object.piece
      // The results of webhooks are cached only for a while.
      if (codec.isConverted) return encoded(object)
      return encodedOrDeferred(encoded(object), object.size, () => encoded(object))
    },
    value: (object) => codec.read(object) as unknown as Record<string, unknown>,
    metadata: (object) => object.metadata(),
  }
}

const parse = (json: Buffer) => JSON.parse(json.toString()) as Record<string, unknown>
