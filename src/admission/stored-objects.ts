import type { CachedObject } from '#cache/cached-object.js'
import type { ObjectCache } from '#cache/object-cache.js'
import { objectKey } from '#registry/keys.js'
import { EVERY_FIELD } from '#selector/field-selector.js'
import { EVERYTHING } from '#selector/label-selector.js'
import { mapYielding, TimeBudget } from '#util/event-loop.js'

const ALL = { labels: EVERYTHING, fields: EVERY_FIELD, includeUninitialized: true } as const

/**
 * The stored objects that plugins read. An object is parsed on first use and again only after a change: classes and
 * limits are few, and every new pod needs them. Callers must not change the objects.
 */
export class StoredObjects {
  readonly #cache: ObjectCache
  readonly #parsed = new WeakMap<CachedObject, unknown>()

  constructor(cache: ObjectCache) {
    this.#cache = cache
  }

  /** The caller knows the type of the objects under the prefix. */
  get<T>(prefix: string, namespace: string | undefined, name: string): T | undefined {
    const found = this.#cache.get(objectKey({ prefix }, namespace, name))
    return found && this.#parse<T>(found)
  }

  /** Sorted by name; of all namespaces if none is given. */
  all<T>(prefix: string, namespace?: string): readonly T[] {
    return this.#select(prefix, namespace).map((object) => this.#parse<T>(object))
  }

  /** The same for objects that may be many and large: parsing yields to the event loop. */
  allOf<T>(prefix: string, namespace: string | undefined): readonly T[] | Promise<readonly T[]> {
    const objects = this.#select(prefix, namespace)
    const budget = new TimeBudget()
    for (const object of objects) {
      this.#parse(object)
      if (budget.isOver) return mapYielding(objects, (each) => this.#parse<T>(each))
    }
    return objects.map((object) => this.#parse<T>(object))
  }

  #select(prefix: string, namespace: string | undefined): readonly CachedObject[] {
    const collection = this.#cache.collection(prefix)
    return collection.size === 0 ? NONE : collection.select({ ...ALL, namespace })
  }

  #parse<T>(object: CachedObject): T {
    let parsed = this.#parsed.get(object)
    if (parsed === undefined) {
      parsed = JSON.parse(object.json.toString())
      this.#parsed.set(object, parsed)
    }
    return parsed as T
  }
}

const NONE: readonly never[] = []
