import type { CachedObject } from '#cache/cached-object.js'
import { findCondition } from '#controllers/conditions.js'
import { storeOf } from '#controllers/controller.js'
import { QueueController } from '#controllers/queue-controller.js'
import type { Node } from '#kinds/core/node/schema.js'
import { ApiError } from '#meta/api-error.js'
import type { ResourceStore } from '#registry/store.js'
import { formatTime } from '#schema/times.js'
import { NODE, type WorkloadContext } from '#workloads/action.js'
import { BEHAVIOUR_ANNOTATION } from '#workloads/pods/behaviour.js'

const CONCURRENCY = 4
const NODES = 'core/nodes/'
const FIRST_NODE = 'node-1'
const NOT_READY = 'node.kubernetes.io/not-ready'

/** Marks our own conditions. Those of other clients stay unchanged. */
const SIMULATED = 'the node is simulated'
const READY_NODE = { status: 'True', reason: 'KubeletReady' }
const NOT_READY_NODE = { status: 'False', reason: 'KubeletNotReady' }

interface FollowedNode {
  readonly name: string
}

/**
 * Simulates nodes: reports them as ready unless another client reports their readiness. Creates a node if there
 * is none, since pods could not be scheduled.
 */
export class NodeController extends QueueController<FollowedNode> {
  readonly name = 'nodes'
  readonly #clock: WorkloadContext['clock']
  readonly #nodes = new Map<string, FollowedNode>()

  constructor(context: WorkloadContext) {
    super(context, CONCURRENCY)
    this.#clock = context.clock
  }

  protected follow(): readonly (() => void)[] {
    const { feed, kinds } = this.context
    const kind = kinds.storedUnder(NODES)
    if (kind !== undefined) for (const node of feed.objectsOf(kind)) this.#onNode(node)
    return [
      feed.follow(
        ({ before, after }) => {
          if (after !== undefined) this.#onNode(after)
          else this.#nodes.delete((before as CachedObject).name)
        },
        ({ prefix }) => prefix === NODES,
      ),
    ]
  }

  protected lead(): Iterable<FollowedNode> {
    return this.#nodes.size === 0 ? [{ name: FIRST_NODE }] : [...this.#nodes.values()]
  }

  protected onFailure({ name }: FollowedNode, error: unknown, failures: number): void {
    this.context.logger.debug({ name, failures, error: String(error) }, 'failed to make a node ready')
  }

  #onNode({ name }: CachedObject): void {
    const node = this.#nodes.get(name) ?? { name }
    this.#nodes.set(name, node)
    this.add(node)
  }

  protected async work({ name }: FollowedNode): Promise<void> {
    if (!this.isLeading) return
    const served = this.context.feed.find(NODES + name)
    if (served === undefined) {
      if (name === FIRST_NODE && this.#nodes.size === 0) await this.#createFirst()
      return
    }
    const node = this.#store.writer.parse(served) as Node
    const { metadata, spec, status } = node
    if (metadata.deletionTimestamp) return
    const reported = findCondition(status.conditions, 'Ready')
    const readiness = metadata.annotations?.[BEHAVIOUR_ANNOTATION] === 'unready' ? NOT_READY_NODE : READY_NODE
    const isOurs = reported === undefined || reported.message === SIMULATED
    if (isOurs && reported?.status !== readiness.status) await this.#report(name, readiness)
    else if (isReady(node) && spec.taints?.some(({ key }) => key === NOT_READY)) await this.#admit(name)
  }

  async #createFirst(): Promise<void> {
    const labels = { 'kubernetes.io/hostname': FIRST_NODE, 'kubernetes.io/os': 'linux' }
    try {
      await this.#store.writer.create(undefined, { metadata: { name: FIRST_NODE, labels } })
    } catch (error) {
      // Another client was faster.
      if (!(error instanceof ApiError && error.error === 'alreadyExists')) throw error
    }
  }

  async #report(
    name: string,
    readiness: { readonly status: string; readonly reason: string },
  ): Promise<void> {
    const time = formatTime(new Date(this.#clock.now()))
    const ready = {
      type: 'Ready',
      ...readiness,
      message: SIMULATED,
      lastHeartbeatTime: time,
      lastTransitionTime: time,
    }
    const { definition, writer } = this.#store
    await writer.modify(undefined, name, {
      retry: true,
      mode: 'status',
      next: (current) => {
        const copy = current.copy() as Node
        const { conditions = [], addresses } = copy.status
        return definition.decode({
          ...copy,
          status: {
            ...copy.status,
            conditions: [...conditions.filter(({ type }) => type !== 'Ready'), ready],
            addresses: addresses ?? [{ type: 'Hostname', address: name }],
          },
        })
      },
    })
  }

  /** Removes the not-ready taint of a new node. */
  async #admit(name: string): Promise<void> {
    const { definition, writer } = this.#store
    await writer.modify(undefined, name, {
      retry: true,
      next: (current) => {
        const copy = current.copy() as Node
        copy.spec.taints = copy.spec.taints?.filter(({ key }) => key !== NOT_READY)
        return definition.decode(copy)
      },
    })
  }

  get #store(): ResourceStore {
    return storeOf(this.context.stores, NODE)
  }
}

const isReady = ({ status }: Node) => findCondition(status.conditions, 'Ready')?.status === 'True'
