import { tooLargeForStore } from '../meta/api-error.js'
import type { ApiObject } from '../meta/api-object.js'
import { ValueTooLarge } from '../schema/json-bytes.js'
import type { ResourceDefinition } from './definition.js'

/**
 * The stored form of an object: the JSON of the wire with an empty resource version, which is known only after the
 * write.
 */
export function encodeStored(definition: Pick<ResourceDefinition, 'encode'>, object: ApiObject): Buffer {
  object.metadata.resourceVersion = ''
  return encodeObject(definition, object)
}

/** Defaults may make more of an object than was sent. Throws `requestTooLarge` when that is more than can be stored. */
export function encodeObject({ encode }: Pick<ResourceDefinition, 'encode'>, object: ApiObject): Buffer {
  try {
    return encode(object)
  } catch (error) {
    if (!(error instanceof ValueTooLarge)) throw error
    throw tooLargeForStore(`the object is too large to be stored: with its defaults ${error.message}`)
  }
}
