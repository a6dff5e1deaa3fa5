import type { ApiObject } from '../meta/api-object.js'

/**
 * The stored form of an object: the JSON of the wire with an empty resource version, which is known only after the
 * write.
 */
export function encodeStored(object: ApiObject): Buffer {
  object.metadata.resourceVersion = ''
  return Buffer.from(JSON.stringify(object))
}
