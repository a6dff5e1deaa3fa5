import { ApiError } from '../meta/api-error.js'
import type { Logger } from '../observe/logger.js'
import type { ChangeFeed } from '../registry/change-feed.js'
import type { ResourceStores } from '../registry/stores.js'
import { performAction } from './action.js'
import type { GraphNode } from './graph-node.js'
import type { Leadership } from './leadership.js'
import { nextAction } from './next-action.js'
import { type GraphAlarm, OwnerGraph } from './owner-graph.js'
import { doublingBackOff, WorkQueue } from './work-queue.js'

export interface GarbageCollectorParts {
  readonly stores: ResourceStores
  readonly feed: ChangeFeed
  readonly leadership: Leadership
  readonly logger: Logger
}

/** Deletes objects whose owners are gone, and sees to what owners that are being deleted wait for. */
export interface GarbageCollector {
  /** How many objects it has to see to, for a gauge. */
  readonly pending: number
  /**
   * Resolves when there is nothing left that it could do: every change that was written before has been looked
   * at with all its consequences. What waits for somebody else's finalizer does not count. While another
   * server leads there is nothing to do.
   */
  settled(): Promise<void>
  /** Begins nothing more, and resolves when what had begun is over. What is left is found at the next start. */
  close(): Promise<void>
}

/** Enough for deletions to share commits, few enough to leave most of a commit to clients. */
const CONCURRENCY = 32

/** After so many failures in a row an object is worth a line in the log. */
const WORTH_A_WARNING = 5

/**
 * All that it has to know is in the objects: owner references, finalizers and deletion timestamps. So it may
 * stop at any moment, and the next one, here or elsewhere, goes on from there.
 */
export function startGarbageCollector(parts: GarbageCollectorParts): GarbageCollector {
  return new Collector(parts)
}

class Collector implements GarbageCollector, GraphAlarm {
  readonly #logger: Logger
  readonly #queue: WorkQueue<GraphNode>
  readonly #graph: OwnerGraph
  readonly #unfollow: () => void
  readonly #resign: () => void
  #leading = false

  constructor({ stores, feed, leadership, logger }: GarbageCollectorParts) {
    this.#logger = logger
    this.#queue = new WorkQueue({
      concurrency: CONCURRENCY,
      work: (node) => this.#work(node),
      backOff: doublingBackOff,
      onFailure: (node, error, failures) => this.#report(node, error, failures),
    })
    // Nothing can change between the two. The graph is kept while others lead, so that taking over is quick.
    this.#graph = new OwnerGraph(stores, feed, this)
    this.#unfollow = feed.follow((change) => this.#graph.apply(change))
    this.#resign = leadership.whenLeading(
      () => this.#lead(),
      () => this.#retire(),
    )
  }

  get pending(): number {
    return this.#queue.size
  }

  wake(node: GraphNode): void {
    if (this.#leading && nextAction(node) !== undefined) this.#queue.add(node)
  }

  wakeAll(nodes: Iterable<GraphNode>): void {
    if (this.#leading) this.#queue.addAll(nodes)
  }

  settled(): Promise<void> {
    // The graph hears of a write before its writer does, so the queue knows all there is to do.
    return this.#queue.idle()
  }

  close(): Promise<void> {
    this.#leading = false
    this.#resign()
    this.#unfollow()
    return this.#queue.close()
  }

  #lead(): void {
    this.#graph.findAbsentOwners()
    this.#leading = true
    this.#queue.addAll(this.#graph.nodes())
  }

  #retire(): void {
    this.#leading = false
    this.#queue.clear()
  }

  async #work(node: GraphNode): Promise<void> {
    const action = nextAction(node)
    if (action === undefined || !this.#leading) return
    const { revision } = node
    try {
      await performAction(node, action)
    } catch (error) {
      // Whatever was to be done about it, somebody else has deleted it first.
      if (node.phase === 'gone') return
      throw error
    }
    if (node.revision === revision && node.phase !== 'gone') {
      throw new Error(`to ${action.type} ${describe(node)} had no effect`)
    }
    this.#logger.debug({ object: describe(node), ...action }, 'garbage collected')
  }

  #report(node: GraphNode, error: unknown, failures: number): void {
    const fields = { object: describe(node), failures, error: String(error) }
    if (failures === WORTH_A_WARNING) this.#logger.warn(fields, 'garbage collection fails and is tried again')
    else if (error instanceof ApiError) this.#logger.debug(fields, 'garbage collection is tried again')
    else this.#logger.error({ ...fields, stack: (error as Error).stack }, 'garbage collection went wrong')
  }
}

function describe({ place: { store, namespace, name } }: GraphNode): string {
  return `${store.definition.plural} ${namespace === '' ? name : `${namespace}/${name}`}`
}
