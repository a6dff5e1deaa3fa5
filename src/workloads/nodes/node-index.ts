import type { CachedObject } from '#cache/cached-object.js'
import type { ChangeFeed } from '#registry/change-feed.js'
import type { KindRegistry } from '#registry/kind-registry.js'
import { type NodeSummary, summarizeNode } from '#workloads/scheduling/node-summary.js'

const NODES = 'core/nodes/'

/** Called for every change of a node; `concernsItsPods` is set if taints or readiness changed. */
export type NodeListener = (name: string, concernsItsPods: boolean) => void

/** The nodes, as the scheduler sees them. */
export class NodeIndex {
  readonly #nodes = new Map<string, NodeSummary>()
  readonly #listeners = new Set<NodeListener>()

  /** Starts to follow. Returns a function that stops it. */
  follow(feed: ChangeFeed, kinds: KindRegistry): () => void {
    const kind = kinds.storedUnder(NODES)
    if (kind !== undefined)
      for (const node of feed.objectsOf(kind)) this.#nodes.set(node.name, summarizeNode(node))
    return feed.follow(
      ({ before, after }) => {
        const { name } = after ?? (before as CachedObject)
        const known = this.#nodes.get(name)
        if (after === undefined) this.#nodes.delete(name)
        else this.#nodes.set(name, summarizeNode(after))
        const concernsItsPods = drivesAway(known) !== drivesAway(this.#nodes.get(name))
        for (const listener of this.#listeners) listener(name, concernsItsPods)
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

  get(name: string): NodeSummary | undefined {
    return this.#nodes.get(name)
  }

  all(): Iterable<NodeSummary> {
    return this.#nodes.values()
  }
}

/** Taints and readiness of a node as a string; undefined without a node. */
const drivesAway = (node: NodeSummary | undefined) =>
  node && JSON.stringify(node.taints.filter(({ effect }) => effect === 'NoExecute'))
