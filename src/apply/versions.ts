import { type Comparison, compare } from './compare.js'
import { type FieldSet, recursiveDifference } from './field-set.js'
import type { Ownership } from './ownership.js'

/** An object as parsed JSON. Properties that are `undefined` count as absent. */
export type Json = { readonly [name: string]: unknown }

/** The versions of an object. Owners keep the version they wrote in. */
export interface Versions {
  /** Undefined when the version is not served; its owners are dropped then. */
  ownershipIn(apiVersion: string): Ownership | undefined
  /** Both versions are served. */
  convert(object: Json, from: string, to: string): Json
  /** The fields that the write cannot change, such as those of another subresource, and so does not own. */
  ignored?(apiVersion: string): FieldSet | undefined
}

/** The change of an object, in every version that owners wrote in. */
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

  /** Undefined when no field changes that the write can change. */
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
    const found = compare(
      ownership.mergeType,
      this.#as(this.#before, version),
      this.#as(this.#after, version),
    )
    const ignored = versions.ignored?.(version)
    if (found === undefined || ignored === undefined) return found
    return {
      changed: recursiveDifference(found.changed, ignored),
      removed: recursiveDifference(found.removed, ignored),
    }
  }

  #as(object: Json, version: string): Json {
    return version === this.#version ? object : this.#versions.convert(object, this.#version, version)
  }
}
