import type { CachedObject } from '#cache/cached-object.js'
import type { ChangeFeed } from '#registry/change-feed.js'
import type { KindRegistry } from '#registry/kind-registry.js'
import type { LabelSelector } from '#selector/label-selector.js'

interface SelectingObject {
  readonly uid: string
  readonly selector: LabelSelector
}

/**
 * Objects of one kind that select pods, indexed by namespace. Finds the objects that select a pod without
 * parsing.
 */
export class SelectorIndex {
  readonly #prefix: string
  readonly #selectorOf: (spec: unknown) => LabelSelector | undefined
  readonly #namespaces = new Map<string, Map<string, SelectingObject>>()

  /** `selectorOf` returns the selector of a spec; without one, an object selects nothing. */
  constructor(prefix: string, selectorOf: (spec: never) => LabelSelector | undefined) {
    this.#prefix = prefix
    this.#selectorOf = selectorOf as (spec: unknown) => LabelSelector | undefined
  }

  /** Starts to follow. Returns a function that stops it. */
  follow(feed: ChangeFeed, kinds: KindRegistry): () => void {
    const kind = kinds.storedUnder(this.#prefix)
    if (kind !== undefined) for (const object of feed.objectsOf(kind)) this.#set(object)
    return feed.follow(
      ({ before, after }) => {
        if (after !== undefined) this.#set(after)
        else if (before !== undefined) this.#delete(before)
      },
      ({ prefix }) => prefix === this.#prefix,
    )
  }

  /** The uids of the objects that select these labels. */
  *selecting(namespace: string, labels: Readonly<Record<string, string>> | undefined): Generator<string> {
    for (const { uid, selector } of this.#namespaces.get(namespace)?.values() ?? []) {
      if (selector.matches(labels)) yield uid
    }
  }

  uidOf(namespace: string, name: string): string | undefined {
    return this.#namespaces.get(namespace)?.get(name)?.uid
  }

  #set(served: CachedObject): void {
    const { metadata, spec } = JSON.parse(served.json.toString()) as {
      metadata: { uid?: string }
      spec: unknown
    }
    const selector = this.#selectorOf(spec)
    if (selector === undefined) {
      this.#delete(served)
      return
    }
    const objects = this.#namespaces.get(served.namespace) ?? new Map<string, SelectingObject>()
    this.#namespaces.set(served.namespace, objects)
    objects.set(served.name, { uid: metadata.uid ?? '', selector })
  }

  #delete({ namespace, name }: CachedObject): void {
    const objects = this.#namespaces.get(namespace)
    objects?.delete(name)
    if (objects?.size === 0) this.#namespaces.delete(namespace)
  }
}
