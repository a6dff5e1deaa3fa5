import { OversizedBody } from '#codec/codec.js'
import { expectReadableSize, MAX_PARTS } from '#codec/json-size.js'
import { tooLargeForStore } from '#meta/api-error.js'
import type { ApiObject } from '#meta/api-object.js'
import { hasMoreParts } from '#patch/json-value.js'
import type { ServedVersion } from '#registry/kind.js'
import { ValueTooLarge } from '#schema/json-bytes.js'
import type { Operation, Revision } from '#storage/contract.js'

/** What is larger, in bytes of JSON, is worked on in several turns of the event loop. */
const LARGE = 64 * 1024
export const isLarge = (bytes: number) => bytes > LARGE

/**
 * The stored form of an object: the JSON of the wire with an empty resource version, which is known only after the
 * write.
 */
export function encodeStored(definition: Pick<ServedVersion, 'encode'>, object: ApiObject): Buffer {
  object.metadata.resourceVersion = ''
  return encodeObject(definition, object)
}

/** The replacement of an object by what it is to be, in its stored form, with the resource version that it replaces. */
export function replacementOf(key: string, object: ApiObject): Operation {
  const { metadata } = object
  const value = Buffer.from(JSON.stringify({ ...object, metadata: { ...metadata, resourceVersion: '' } }))
  return { type: 'replace', key, value, expected: Number(metadata.resourceVersion) as Revision }
}

/**
 * Throws `requestTooLarge` when an object is made of more than a body may be: what is stored can be read, changed and sent
 * again.
 */
export function expectStorable(stored: Buffer): void {
  try {
    expectReadableSize(stored)
  } catch (error) {
    if (!(error instanceof OversizedBody)) throw error
    throw tooLargeForStore(`the object is too large to be stored: with its defaults ${error.message}`)
  }
}

/** The same for what a patch has come to, before anything is made of it. */
export function expectReadableParts(changed: unknown): void {
  if (!hasMoreParts(changed, MAX_PARTS)) return
  throw tooLargeForStore(`the object is too large to be stored: it has more than ${MAX_PARTS} parts`)
}

/** Defaults may make more of an object than was sent. Throws `requestTooLarge` when that is more than can be stored. */
export function encodeObject({ encode }: Pick<ServedVersion, 'encode'>, object: ApiObject): Buffer {
  try {
    return encode(object)
  } catch (error) {
    if (!(error instanceof ValueTooLarge)) throw error
    throw tooLargeForStore(`the object is too large to be stored: with its defaults ${error.message}`)
  }
}
