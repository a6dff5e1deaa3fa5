import { ApiError } from '#meta/api-error.js'
import { performAction } from './action.js'
import type { ControllerContext } from './controller.js'
import type { GraphNode, ObjectLocation, OwnerLink } from './graph-node.js'
import { nextAction } from './next-action.js'
import { type GraphListener, OwnerGraph } from './owner-graph.js'
import { QueueController } from './queue-controller.js'

/** High enough for deletions to share commits, low enough to leave most of a commit to clients. */
const CONCURRENCY = 32

/** Consecutive failures before a warning is logged. */
const WORTH_A_WARNING = 5

/**
 * How long after its last change an object with a missing owner stays, in milliseconds. Its client may still be
 * working on it. Deleting an owner deletes its dependents at once, except custom resources: their controllers
 * write objects and delete owners in one go, and expect a slower collector.
 */
const ABSENT_OWNER_GRACE = 1000

/** Work that is not due yet: the queue retries later. */
class TooEarly extends Error {}

/**
 * Deletes objects whose owners are gone, and handles the dependents of owners that are being deleted. All its
 * state is in the objects: owner references, finalizers and deletion timestamps.
 */
export class GarbageCollector extends QueueController<GraphNode> implements GraphListener {
  readonly name = 'garbage-collector'
  readonly #graph: OwnerGraph
  readonly #grace: number

  constructor(context: ControllerContext, grace = ABSENT_OWNER_GRACE) {
    super(context, CONCURRENCY)
    this.#grace = grace
    this.#graph = new OwnerGraph(context.stores, context.feed, this)
  }

  protected follow(): readonly (() => void)[] {
    const { feed, kinds } = this.context
    // Nothing changes between the two.
    this.#graph.fill()
    return [
      feed.follow((change) => this.#graph.apply(change)),
      kinds.onChange(({ type, kind }) =>
        type === 'added' ? this.#graph.addKind(kind) : this.#graph.removeKind(kind),
      ),
    ]
  }

  protected lead(): Iterable<GraphNode> {
    this.#graph.findAbsentOwners()
    return this.#graph.nodes()
  }

  /** The objects that refer to the object as their owner, up to date with acknowledged writes. */
  dependentsOf(key: string): readonly ObjectLocation[] {
    return this.#graph.dependentsOf(key).map(({ place }) => place)
  }

  wake(node: GraphNode): void {
    if (this.isLeading && nextAction(node) !== undefined) this.add(node)
  }

  wakeAll(nodes: Iterable<GraphNode>): void {
    this.addAll(nodes)
  }

  protected async work(node: GraphNode): Promise<void> {
    const action = nextAction(node)
    if (action === undefined || !this.isLeading) return
    const { revision } = node
    if (action.type === 'delete' && mayWait(node) && this.#isRecent(node)) throw new TooEarly()
    try {
      await performAction(node, action)
    } catch (error) {
      // Another client deleted it first.
      if (node.phase === 'gone') return
      throw error
    }
    if (node.revision === revision && node.phase !== 'gone') {
      throw new Error(`to ${action.type} ${describe(node)} had no effect`)
    }
    this.context.logger.debug({ object: describe(node), ...action }, 'garbage collected')
  }

  #isRecent({ readAt }: GraphNode): boolean {
    return performance.now() - readAt < this.#grace
  }

  protected onFailure(node: GraphNode, error: unknown, failures: number): void {
    if (error instanceof TooEarly) return
    const fields = { object: describe(node), failures, error: String(error) }
    if (failures === WORTH_A_WARNING)
      this.context.logger.warn(fields, 'garbage collection keeps failing and is retried')
    else if (error instanceof ApiError) this.context.logger.debug(fields, 'garbage collection is retried')
    else this.context.logger.error({ ...fields, stack: (error as Error).stack }, 'garbage collection failed')
  }
}

function mayWait(node: GraphNode): boolean {
  const isDefined = node.place.store.definition.isCustomResource
  return node.hasAbsentOwner || (isDefined && !node.owners.some(isForeground))
}

const isForeground = ({ owner }: OwnerLink) => typeof owner === 'object' && owner.phase === 'foreground'

function describe({ place: { store, namespace, name } }: GraphNode): string {
  return `${store.definition.plural} ${namespace === '' ? name : `${namespace}/${name}`}`
}
