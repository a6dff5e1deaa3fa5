import type { CachedObject } from '../../cache/cached-object.js'
import type { ApiObject } from '../../meta/api-object.js'
import type { ObjectMeta } from '../../meta/object-meta.js'
import { fromStored, parseAs } from '../conversion.js'
import type { ServedVersion } from '../kind.js'
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
    this.#stored ??= JSON.parse(this.served.json.toString()) as ApiObject
    return this.#stored
  }

  get object(): Readonly<V> {
    this.#object ??= fromStored(this.#version, this.stored)
    return this.#object
  }

  /** Not decoded: defaults are for what clients send, and another version may have been stored without them. */
  copy(): V {
    return parseAs(this.#version, this.served)
  }
}
