import type { CachedObject } from '#cache/cached-object.js'
import type { EncodingCache } from '#cache/encoding-cache.js'
import type { ObjectMeta } from '#meta/object-meta.js'
import { fromStored, parseAs } from '#registry/conversion.js'
import type { DecodedWriteCache } from '#registry/decoded-write-cache.js'
import type { ServedVersion } from '#registry/kind.js'
import type { ObjectCodec } from '#registry/object-codec.js'
import { retyperOf } from '#registry/retyped.js'
import type { Piece } from '#util/packed-bytes.js'
import { heldOrLate } from './late-piece.js'

/** How objects in the cache, which are in the version that is stored, look in one of the versions of their kind. */
export interface VersionView {
  /** The whole object. */
  json(object: CachedObject): Buffer
  /** The same, to be sent on: what the cache keeps compressed is restored as it is copied. */
  piece(object: CachedObject): Piece
  /** The same, parsed. */
  value(object: CachedObject): Record<string, unknown>
  metadata(object: CachedObject): ObjectMeta
}

/** The version that is stored: the bytes of the cache, without a parse or a copy. */
const STORED: VersionView = {
  json: (object) => object.json,
  piece: (object) => object.piece,
  value: (object) => parse(object.json),
  metadata: (object) => object.metadata(),
}

/** The view of a version. What has to be converted is cached under `form`, which no other form of the kind has. */
export function viewOf(
  version: ServedVersion,
  encodings: EncodingCache,
  form: () => number,
  written?: DecodedWriteCache,
): VersionView {
  if (version.form !== undefined) return customResourceView(version, version.form, encodings, form(), written)
  if (version.conversion === undefined) return STORED
  const number = form()
  const retype = retyperOf(version)
  const convert = (object: CachedObject) => {
    const value = written?.take(object)
    const retyped = retype(object)
    if (retyped !== undefined) return retyped.bytes()
    return version.encode(value === undefined ? parseAs(version, object) : fromStored(version, value))
  }
  const json = (object: CachedObject) => encodings.get(object, number, convert)
  return {
    json,
    piece: (object) => retype(object) ?? json(object),
    // From the bytes, so that members come in the same order whatever the format.
    value: (object) => parse(json(object)),
    metadata: (object) => parse(json(object)).metadata as ObjectMeta,
  }
}

/** A version of a defined kind: the bytes of the cache, where they are what the version shows. */
function customResourceView(
  version: ServedVersion,
  form: ObjectCodec,
  encodings: EncodingCache,
  number: number,
  written: DecodedWriteCache | undefined,
): VersionView {
  const read = (object: CachedObject) => {
    const value = written?.take(object)
    return value === undefined ? form.read(object) : fromStored(version, value)
  }
  const encode = (object: CachedObject) => form.encode(read(object))
  const encoded = (object: CachedObject) => encodings.get(object, number, encode)
  return {
    json: (object) => (form.isCurrent(object) ? object.json : encoded(object)),
    piece: (object) => {
      if (form.isCurrent(object)) return object.piece
      // What others have converted is known for a while only.
      if (form.isConverted) return encoded(object)
      return heldOrLate(encoded(object), object.size, () => encoded(object))
    },
    value: (object) => form.read(object) as unknown as Record<string, unknown>,
    metadata: (object) => object.metadata(),
  }
}

const parse = (json: Buffer) => JSON.parse(json.toString()) as Record<string, unknown>
