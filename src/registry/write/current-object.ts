import type { CachedObject } from '#cache/cached-object.js'
import type { ApiObject } from '#meta/api-object.js'
import type { ObjectMeta } from '#meta/object-meta.js'
import { fromStored, parseAs } from '#registry/conversion.js'
import type { ServedVersion } from '#registry/kind.js'
import type { Modifiable } from './modification.js'

/** The object that a write finds, parsed as far as it is used. */
export class CurrentObject<V extends ApiObject> implements Modifiable<V> {
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

  /** An object may be stored in any version of a defined kind, and is not read by way of another. */
  #read(): V {
    const version = this.#version
    if (version.form === undefined) return fromStored(version, this.stored)
    return version === version.stored.storageVersion ? (this.stored as V) : version.form.read(this.served)
  }

  /** Not decoded: defaults are for what clients send, and another version may have been stored without them. */
  copy(): V {
    return parseAs(this.#version, this.served)
  }
}
