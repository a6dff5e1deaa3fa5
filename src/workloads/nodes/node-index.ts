import type { CachedObject } from '../../cache/cached-object.js'
import type { ChangeFeed } from '../../registry/change-feed.js'
import type { KindRegistry } from '../../registry/kind-registry.js'
import { type NodeSummary, summarizeNode } from '../pods/scheduler.js'

const NODES = 'core/nodes/'

/** The nodes there are, as those see them who look for a place for pods. */
export class NodeIndex {
  readonly #nodes = new Map<string, NodeSummary>()
  readonly #listeners = new Set<() => void>()

  /** Begins to follow. The function that this returns ends that. */
  follow(feed: ChangeFeed, kinds: KindRegistry): () => void {
    const kind = kinds.storedUnder(NODES)
    if (kind !== undefined)
      for (const node of feed.objectsOf(kind)) this.#nodes.set(node.name, summarizeNode(node))
    return feed.follow(
      ({ before, after }) => {
        if (after === undefined) this.#nodes.delete((before as CachedObject).name)
        else this.#nodes.set(after.name, summarizeNode(after))
        for (const listener of this.#listeners) listener()
      },
      ({ prefix }) => prefix === NODES,
    )
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  get size(): number {
    return this.#nodes.size
  }

  all(): Iterable<NodeSummary> {
    return this.#nodes.values()
  }
}
