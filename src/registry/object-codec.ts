import type { StructMergeType } from '#apply/merge-type.js'
import type { Json } from '#apply/versions.js'
import type { CachedObject } from '#cache/cached-object.js'
import type { ApiObject } from '#meta/object-meta.js'

/**
 * Reads and writes the objects of a version that has no description in the schema language. These are custom resources,
 * whose schemas come from clients. Such objects are parsed JSON, except for their metadata.
 */
export interface ObjectCodec<V extends ApiObject = ApiObject> {
  /** Throws a `DecodeError`. */
  decode(input: unknown): V
  /** The same without defaults. */
  decodeBare(input: unknown): V
  /** Sets the defaults of what was converted to the version. */
  complete(object: V): void
  encode(object: ApiObject): Buffer
  /** Whether a stored object is as the version would show it, so that its bytes are. */
  isCurrent(object: CachedObject): boolean
  /** A stored object, of whatever time and version, as the version shows it. */
  read(object: CachedObject): V
  /** Whether something else than the server converts objects, so that reading one may throw `ConversionNeeded`. */
  readonly isConverted: boolean
  /** Has objects converted, many at a time; undefined when there is nothing to wait for. */
  prepare(objects: readonly CachedObject[]): Promise<void> | undefined
  /** The paths of fields of a body that are dropped, no more than so many. */
  unknownFields(body: unknown, limit: number): readonly string[]
  /** Whether two objects mean the same. */
  isSame(left: ApiObject, right: ApiObject): boolean
  /** Whether they mean the same apart from their metadata: what the generation follows. */
  isSameContent(left: ApiObject, right: ApiObject): boolean
  /** How objects are owned. */
  readonly mergeType: StructMergeType
  /** An object in which nothing was given, without defaults. */
  readonly zero: Json
  /** Distinguishes what the version is described by from every other description. */
  readonly digest: string
  /** Whether the status is changed through a path of its own. */
  readonly hasStatus: boolean
  /** Takes from a new object what it cannot bring. */
  begin(object: V): void
  /** Puts back what a change of the object itself cannot change. */
  keepStatus(object: V, current: Readonly<V>): void
  /** Puts back what a report of the status cannot change. */
  keepAllButStatus(object: V, current: Readonly<V>): void
}
