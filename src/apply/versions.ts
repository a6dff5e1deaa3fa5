import { type Comparison, compare } from './compare.js'
import { type FieldSet, without } from './field-set.js'
import type { Ownership } from './ownership.js'

/** An object as parsed JSON. Members that are `undefined` count as absent. */
export type Json = { readonly [name: string]: unknown }

/** The versions in which an object can be seen. Owners are kept in the version that they wrote in. */
export interface Versions {
  /** How objects of a version are owned; undefined where it is not served, and what was owned in it is forgotten. */
  ownershipIn(apiVersion: string): Ownership | undefined
  /** Both versions are served. */
  convert(object: Json, from: string, to: string): Json
  /** Fields that a write like this one cannot change, in some version, and so does not come to own. */
  ignored?(apiVersion: string): FieldSet | undefined
}

/** How an object changes, in every version that owners have written in. */
export class VersionedChange {
  readonly #versions: Versions
  readonly #version: string
  readonly #before: Json
  readonly #after: Json
  readonly #comparisons = new Map<string, Comparison | undefined>()

  constructor(versions: Versions, version: string, before: Json, after: Json) {
    this.#versions = versions
    this.#version = version
    this.#before = before
    this.#after = after
  }

  /** Undefined when no field changes that a write like this one can change. */
  in(version: string): Comparison | undefined {
    if (this.#comparisons.has(version)) return this.#comparisons.get(version)
    const comparison = this.#compare(version)
    this.#comparisons.set(version, comparison)
    return comparison
  }

  #compare(version: string): Comparison | undefined {
    const versions = this.#versions
    const ownership = versions.ownershipIn(version)
    if (ownership === undefined) return undefined
    const found = compare(ownership.shape, this.#as(this.#before, version), this.#as(this.#after, version))
    const ignored = versions.ignored?.(version)
    if (found === undefined || ignored === undefined) return found
    return { changed: without(found.changed, ignored), removed: without(found.removed, ignored) }
  }

  #as(object: Json, version: string): Json {
    return version === this.#version ? object : this.#versions.convert(object, this.#version, version)
  }
}
