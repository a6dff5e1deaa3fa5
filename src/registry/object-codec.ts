import type { StructMergeType } from '#apply/merge-type.js'
import type { Json } from '#apply/versions.js'
import type { CachedObject } from '#cache/cached-object.js'
import type { ApiObject } from '#meta/object-meta.js'
import type { RequestTrace } from '#observe/trace/request-trace.js'

/**
 * Reads and writes the objects of a version that has no description in the schema language. These are custom resources,
 * whose schemas come from clients. Such objects are parsed JSON, except for their metadata.
 */
export interface ObjectCodec<V extends ApiObject = ApiObject> {
  /** Reads the schema, which takes long the first time. */
  load(): void
  /** Throws a `DecodeError`. */
  decode(input: unknown): V
  /** The same without defaults. */
  decodeBare(input: unknown): V
  /** Sets the defaults of a converted object. */
  complete(object: V): void
  encode(object: ApiObject): Buffer
  /** Whether a stored object needs no conversion, so that its bytes can be sent. */
  isCurrent(object: CachedObject): boolean
  /** Converts a stored object of any version to this one. */
  read(object: CachedObject): V
  /** Whether a webhook converts objects, so that a read may throw `ConversionNeeded`. */
  readonly isConverted: boolean
  /** Has objects converted in batches; undefined if none needs it. */
  prepare(objects: readonly CachedObject[], trace?: RequestTrace): Promise<void> | undefined
  /** The paths of at most `limit` fields of a body that would be dropped. */
  unknownFields(body: unknown, limit: number): readonly string[]
  /** Whether two objects are semantically equal. */
  isSame(left: ApiObject, right: ApiObject): boolean
  /** Whether they are semantically equal without their metadata, for the generation. */
  isSameContent(left: ApiObject, right: ApiObject): boolean
  /** The merge type of the objects, for field ownership. */
  readonly mergeType: StructMergeType
  /** An empty object without defaults. */
  readonly zero: Json
  /** A hash of the version's description. */
  readonly digest: string
  /** Whether there is a status subresource. */
  readonly hasStatus: boolean
  /** Removes the fields that a client must not set on create. */
  begin(object: V): void
  /** Restores the fields that an update of the object must not change. */
  keepStatus(object: V, current: Readonly<V>): void
  /** Restores the fields that an update of the status must not change. */
  keepAllButStatus(object: V, current: Readonly<V>): void
}
