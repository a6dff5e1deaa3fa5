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

  /** Parses the object, so that it costs nothing later. */
  parse(): void {
    void this.object
  }

  /** Parsed alone when nothing else of the object was looked at. Must not be changed. */
  get metadata(): ObjectMeta {
    this.#metadata ??= this.#stored?.metadata ?? this.served.metadata()
    return this.#metadata
  }

  /** In the version that is stored, which is canonical and need not be decoded. Must not be changed. */
  get stored(): ApiObject {
    this.#stored ??= parseAs(this.#version.stored.storageVersion, this.served)
    return this.#stored
  }

  get object(): Readonly<V> {
    this.#object ??= this.#read()
    return this.#object
  }

  /** A custom resource may be stored in any of its versions, and is read without a conversion in between. */
  #read(): V {
    const version = this.#version
    if (version.codec === undefined) return fromStored(version, this.stored)
    return version === version.stored.storageVersion ? (this.stored as V) : version.codec.read(this.served)
  }

  /** Not decoded: defaults are for what clients send, and another version may have been stored without them. */
  copy(): V {
    return parseAs(this.#version, this.served)
  }
}
