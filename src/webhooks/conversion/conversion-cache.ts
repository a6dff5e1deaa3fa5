import { createHash } from 'node:crypto'
import type { ApiObject } from '#meta/object-meta.js'
import { stringifyJson } from '#util/text/json-integers.js'

/**
 * The convertible part of an object: a webhook may change labels, annotations and everything outside of the
 * metadata.
 */
export interface Content {
  readonly labels: Readonly<Record<string, string>> | undefined
  readonly annotations: Readonly<Record<string, string>> | undefined
  readonly properties: Readonly<Record<string, unknown>>
}

export function contentOf({ kind: _, apiVersion: __, metadata, ...properties }: ApiObject): Content {
  return { labels: metadata.labels, annotations: metadata.annotations, properties }
}

/** The cache key of a conversion: converter, object, content and target version. */
export function conversionKey(
  converter: number,
  object: ApiObject,
  apiVersion: string,
): { readonly key: string; readonly size: number } {
  const { name, namespace } = object.metadata
  const about = [converter, object.apiVersion, apiVersion, namespace, name, contentOf(object)]
  const text = stringifyJson(about)
  return { key: createHash('sha256').update(text).digest('base64'), size: text.length }
}

/** Cache size in characters of JSON, with LRU eviction. */
const MAX_CHARACTERS = 128 * 1024 * 1024

/** Caches converted contents of all kinds, so that no object is converted twice while it does not change. */
export class ConversionCache {
  readonly #known = new Map<string, { readonly content: Content; readonly size: number }>()
  #size = 0

  get(key: string): Content | undefined {
    const found = this.#known.get(key)
    if (found === undefined) return undefined
    this.#known.delete(key)
    this.#known.set(key, found)
    return found.content
  }

  put(key: string, content: Content): void {
    const size = stringifyJson(content).length
    this.#size += size - (this.#known.get(key)?.size ?? 0)
    this.#known.delete(key)
    this.#known.set(key, { content, size })
    for (const [oldest, { size: freed }] of this.#known) {
      if (this.#size <= MAX_CHARACTERS || oldest === key) return
      this.#known.delete(oldest)
      this.#size -= freed
    }
  }
}
