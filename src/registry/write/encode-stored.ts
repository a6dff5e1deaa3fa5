import { OversizedBody } from '#codec/codec.js'
import { expectReadableSize, MAX_PARTS } from '#codec/json/size.js'
import { tooLargeForStore } from '#meta/api-error.js'
import type { ApiObject } from '#meta/object-meta.js'
import { hasMoreValuesThan } from '#patch/json-value.js'
import type { ServedVersion } from '#registry/kind.js'
import { ValueTooLarge } from '#schema/json-bytes.js'
import type { Operation, Revision } from '#storage/contract.js'

/** Larger JSON, in bytes, is processed over several turns of the event loop. */
const LARGE = 64 * 1024
export const isLarge = (bytes: number) => bytes > LARGE

/** The stored encoding of an object: its JSON with an empty resource version, which is known only after the write. */
export function encodeStored(definition: Pick<ServedVersion, 'encode'>, object: ApiObject): Buffer {
  object.metadata.resourceVersion = ''
  return encodeObject(definition, object)
}

/**
 * The operation that replaces an object. The new object is in the stored version and has the resource version of the
 * old one.
 */
export function replacementOf(key: string, object: ApiObject): Operation {
  const { metadata } = object
  const value = Buffer.from(JSON.stringify({ ...object, metadata: { ...metadata, resourceVersion: '' } }))
  return { type: 'replace', key, value, expected: Number(metadata.resourceVersion) as Revision }
}

/**
 * Throws `requestTooLarge` for an object larger than a request body: clients must be able to send back what they read.
 */
export function expectStorable(stored: Buffer): void {
  try {
    expectReadableSize(stored)
  } catch (error) {
    if (!(error instanceof OversizedBody)) throw error
    throw tooLargeForStore(`the object is too large to be stored: with its defaults ${error.message}`)
  }
}

/** The same for a patched object, before it is decoded. */
export function expectReadableParts(changed: unknown): void {
  if (!hasMoreValuesThan(changed, MAX_PARTS)) return
  throw tooLargeForStore(`the object is too large to be stored: it has more than ${MAX_PARTS} parts`)
}

/** Encodes an object. Throws `requestTooLarge` if defaults have made it too large to store. */
export function encodeObject({ encode }: Pick<ServedVersion, 'encode'>, object: ApiObject): Buffer {
  try {
    return encode(object)
  } catch (error) {
    if (!(error instanceof ValueTooLarge)) throw error
    throw tooLargeForStore(`the object is too large to be stored: with its defaults ${error.message}`)
  }
}
