import { CachedObject } from '#cache/cached-object.js'
import { type Selection, selects } from '#cache/search/search.js'
import type { ApiObject } from '#meta/object-meta.js'
import { objectKey } from '#registry/keys.js'
import type { ServedVersion } from '#registry/kind.js'
import { INITIAL_REVISION } from '#storage/contract.js'
import { TimeSlices } from '#util/event-loop.js'
import type { ListOptions } from './list-options.js'
import type { ObjectList } from './lister.js'
import { ObjectReader } from './object-reader.js'

/** Objects that nothing stores: they are computed when they are read. */
export interface ComputedObjects<O extends ApiObject = ApiObject> {
  /** Throws `notFound`. */
  get(namespace: string | undefined, name: string): O
  /**
   * In the order of a list. May include objects that the selection does not select. The reader yields to the event loop
   * between two of them.
   */
  list(selection: Selection): Iterable<O>
}

/** Reads computed objects. They have neither versions nor pages: a list is all of them, as they are now. */
export class ComputedReader<O extends ApiObject = ApiObject> extends ObjectReader<O> {
  readonly #version: ServedVersion<O>
  readonly #objects: ComputedObjects<O>

  constructor(objects: ComputedObjects<O>, ...parts: ConstructorParameters<typeof ObjectReader<O>>) {
    super(...parts)
    this.#version = parts[0]
    this.#objects = objects
  }

  override get(namespace: string | undefined, name: string): CachedObject {
    return this.#served(this.#objects.get(namespace, name))
  }

  override async getAt(namespace: string | undefined, name: string): Promise<CachedObject> {
    return this.get(namespace, name)
  }

  override async list({ selection }: ListOptions): Promise<ObjectList> {
    await this.current()
    const objects: CachedObject[] = []
    const slices = new TimeSlices()
    for (const object of this.#objects.list(selection)) {
      const served = this.#served(object)
      if (selects(selection, served)) objects.push(served)
      const turn = slices.next()
      if (turn !== undefined) await turn
    }
    return { ...NO_PAGE, objects }
  }

  #served(object: O): CachedObject {
    const { namespace, name = '' } = object.metadata
    const key = objectKey(this.#version.stored, namespace, name)
    return new CachedObject(key, INITIAL_REVISION, this.#version.encode(object))
  }
}

const NO_PAGE = {
  cached: undefined,
  selfLink: undefined,
  revision: undefined,
  next: undefined,
  remaining: undefined,
}
