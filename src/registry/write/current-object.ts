import type { CachedObject } from '#cache/cached-object.js'
import type { ApiObject, ObjectMeta } from '#meta/object-meta.js'
import { fromStored, parseAs } from '#registry/conversion.js'
import type { ServedVersion } from '#registry/kind.js'
import type { CurrentObjectView } from './modification.js'

/** The current object of a write, parsed on demand. */
export class CurrentObject<V extends ApiObject> implements CurrentObjectView<V> {
  readonly served: CachedObject
  readonly #version: ServedVersion<V>
  #metadata: ObjectMeta | undefined
  #stored: ApiObject | undefined
  #object: V | undefined

  constructor(version: ServedVersion<V>, served: CachedObject) {
    this.#version = version
    this.served = served
  }

  /** Parses the object in advance. */
  parse(): void {
    void this.object
  }

  /** Only the metadata is parsed, unless the object already is. Must not be changed. */
  get metadata(): ObjectMeta {
    this.#metadata ??= this.#stored?.metadata ?? this.served.metadata()
    return this.#metadata
  }

  /** In the stored version, which is canonical and needs no decoding. Must not be changed. */
  get stored(): ApiObject {
    this.#stored ??= parseAs(this.#version.stored.storageVersion, this.served)
    return this.#stored
  }

  get object(): Readonly<V> {
    this.#object ??= this.#read()
    return this.#object
  }

  /** A custom resource may be stored in any of its versions, and is converted in one step. */
  #read(): V {
    const version = this.#version
    if (version.codec === undefined) return fromStored(version, this.stored)
    return version === version.stored.storageVersion ? (this.stored as V) : version.codec.read(this.served)
  }

  /** Not decoded: defaults apply to requests only, and the object may have been stored without them. */
  copy(): V {
    return parseAs(this.#version, this.served)
  }
}
