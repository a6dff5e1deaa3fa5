import { ApiError } from '../meta/api-error.js'
import { performAction } from './action.js'
import type { Controller, ControllerParts } from './controller.js'
import type { GraphNode, ObjectPlace } from './graph-node.js'
import { nextAction } from './next-action.js'
import { type GraphListener, OwnerGraph } from './owner-graph.js'
import { doublingBackOff, WorkQueue } from './work-queue.js'

/** Enough for deletions to share commits, few enough to leave most of a commit to clients. */
const CONCURRENCY = 32

/** After so many failures in a row an object is worth a line in the log. */
const WORTH_A_WARNING = 5

/**
 * Deletes objects whose owners are gone, and sees to what owners that are being deleted wait for. All that it has to
 * know is in the objects: owner references, finalizers and deletion timestamps.
 */
export class GarbageCollector implements Controller, GraphListener {
  readonly name = 'garbage-collector'
  readonly #parts: ControllerParts
  readonly #queue: WorkQueue<GraphNode>
  readonly #graph: OwnerGraph
  readonly #release: (() => void)[] = []
  #leading = false

  constructor(parts: ControllerParts) {
    this.#parts = parts
    this.#queue = new WorkQueue({
      concurrency: CONCURRENCY,
      work: (node) => this.#work(node),
      backOff: doublingBackOff,
      onFailure: (node, error, failures) => this.#report(node, error, failures),
    })
    this.#graph = new OwnerGraph(parts.stores, parts.feed, this)
  }

  start(): void {
    const { feed, kinds, leadership } = this.#parts
    // Nothing can change between the two. The graph is kept while others lead, so that taking over is quick.
    this.#graph.fill()
    this.#release.push(
      feed.follow((change) => this.#graph.apply(change)),
      kinds.onChange(({ type, kind }) =>
        type === 'added' ? this.#graph.addKind(kind) : this.#graph.removeKind(kind),
      ),
      leadership.whenLeading(
        () => this.#lead(),
        () => this.#retire(),
      ),
    )
  }

  get pending(): number {
    return this.#queue.size
  }

  /** The objects that refer to the object under a key as their owner, as soon as their writes are acknowledged. */
  dependentsOf(key: string): readonly ObjectPlace[] {
    return this.#graph.dependentsOf(key).map(({ place }) => place)
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
    for (const release of this.#release.splice(0)) release()
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
      // Whatever was to be done about it, another client has deleted it first.
      if (node.phase === 'gone') return
      throw error
    }
    if (node.revision === revision && node.phase !== 'gone') {
      throw new Error(`to ${action.type} ${describe(node)} had no effect`)
    }
    this.#parts.logger.debug({ object: describe(node), ...action }, 'garbage collected')
  }

  #report(node: GraphNode, error: unknown, failures: number): void {
    const fields = { object: describe(node), failures, error: String(error) }
    if (failures === WORTH_A_WARNING)
      this.#parts.logger.warn(fields, 'garbage collection fails and is tried again')
    else if (error instanceof ApiError) this.#parts.logger.debug(fields, 'garbage collection is tried again')
    else
      this.#parts.logger.error({ ...fields, stack: (error as Error).stack }, 'garbage collection went wrong')
  }
}

function describe({ place: { store, namespace, name } }: GraphNode): string {
  return `${store.definition.plural} ${namespace === '' ? name : `${namespace}/${name}`}`
}
