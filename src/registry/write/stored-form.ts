import type { ApiObject } from '../../meta/api-object.js'
import type { ServedVersion } from '../kind.js'

/**
 * The stored form of an object: the JSON of the wire with an empty resource version, which is known only after the
 * write.
 */
export function encodeStored({ encode }: Pick<ServedVersion, 'encode'>, object: ApiObject): Buffer {
  object.metadata.resourceVersion = ''
  return encode(object)
}
