import type { CachedObject } from '../../cache/cached-object.js'
import type { ChangeFeed } from '../../registry/change-feed.js'
import type { KindRegistry } from '../../registry/kind-registry.js'
import { type NodeSummary, summarizeNode } from '../pods/scheduler.js'

const NODES = 'core/nodes/'

/** Is told of every change of a node. */
export type NodeListener = (name: string, hasComeOrGone: boolean) => void

/** The nodes there are, as those see them who look for a place for pods. */
export class NodeIndex {
  readonly #nodes = new Map<string, NodeSummary>()
  readonly #listeners = new Set<NodeListener>()

  /** Begins to follow. The function that this returns ends that. */
  follow(feed: ChangeFeed, kinds: KindRegistry): () => void {
    const kind = kinds.storedUnder(NODES)
    if (kind !== undefined)
      for (const node of feed.objectsOf(kind)) this.#nodes.set(node.name, summarizeNode(node))
    return feed.follow(
      ({ before, after }) => {
        const { name } = after ?? (before as CachedObject)
        if (after === undefined) this.#nodes.delete(name)
        else this.#nodes.set(name, summarizeNode(after))
        const hasComeOrGone = before === undefined || after === undefined
        for (const listener of this.#listeners) listener(name, hasComeOrGone)
      },
      ({ prefix }) => prefix === NODES,
    )
  }

  onChange(listener: NodeListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  get size(): number {
    return this.#nodes.size
  }

  has(name: string): boolean {
    return this.#nodes.has(name)
  }

  all(): Iterable<NodeSummary> {
    return this.#nodes.values()
  }
}
