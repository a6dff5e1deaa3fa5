import type { CachedObject } from '#cache/cached-object.js'
import { findCondition } from '#controllers/conditions.js'
import { storeOf } from '#controllers/controller.js'
import { QueueController } from '#controllers/queue-controller.js'
import type { Node } from '#kinds/core/node/schema.js'
import { ApiError } from '#meta/api-error.js'
import { KUBERNETES_VERSION } from '#meta/kubernetes-version.js'
import type { ResourceStore } from '#registry/store.js'
import { MAY_BE_LATE } from '#util/clock.js'
import { NODE, type WorkloadContext } from '#workloads/action.js'
import { BEHAVIOUR_ANNOTATION } from '#workloads/pods/behaviour.js'
import type { NodeIndex } from './node-index.js'
import { NodeLeases } from './node-leases.js'
import { isSimulated, kubeletLabels, type NodeFacts, nodeStatus } from './node-status.js'

const CONCURRENCY = 4
const NODES = 'core/nodes/'
const FIRST_NODE = 'node-1'
const NOT_READY = 'node.kubernetes.io/not-ready'

interface FollowedNode {
  readonly name: string
  /** Cancels the next renewal of its lease. */
  cancel?: (() => void) | undefined
}

/**
 * Simulates kubelets: reports the status of nodes unless another client reports their readiness. Creates a node if
 * there is none, since pods could not be scheduled.
 */
export class NodeController extends QueueController<FollowedNode> {
  readonly name = 'nodes'
  readonly #clock: WorkloadContext['clock']
  readonly #index: NodeIndex
  readonly #leases: NodeLeases
  readonly #nodes = new Map<string, FollowedNode>()
  /** Addresses that were given out, by node. */
  readonly #addresses = new Map<string, string>()

  constructor(context: WorkloadContext, index: NodeIndex) {
    super(context, CONCURRENCY)
    this.#clock = context.clock
    this.#index = index
    this.#leases = new NodeLeases(context)
  }

  protected follow(): readonly (() => void)[] {
    const { feed, kinds } = this.context
    const kind = kinds.storedUnder(NODES)
    if (kind !== undefined) for (const node of feed.objectsOf(kind)) this.#onNode(node)
    return [
      feed.follow(
        ({ before, after }) => {
          if (after !== undefined) this.#onNode(after)
          else this.#forget(before as CachedObject)
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

  override async close(): Promise<void> {
    await super.close()
    for (const node of this.#nodes.values()) node.cancel?.()
  }

  #forget({ name }: CachedObject): void {
    this.#nodes.get(name)?.cancel?.()
    this.#nodes.delete(name)
    this.#addresses.delete(name)
  }

  #onNode({ name }: CachedObject): void {
    const node = this.#nodes.get(name) ?? { name }
    this.#nodes.set(name, node)
    this.add(node)
  }

  protected async work(followed: FollowedNode): Promise<void> {
    const { name } = followed
    followed.cancel?.()
    followed.cancel = undefined
    if (!this.isLeading) return
    const served = this.context.feed.find(NODES + name)
    if (served === undefined) {
      if (name === FIRST_NODE && this.#nodes.size === 0) await this.#createFirst()
      return
    }
    const node = this.#store.writer.parse(served) as Node
    if (node.metadata.deletionTimestamp) return
    const isOurs = isSimulated(node)
    if (isOurs && (await this.#report(node))) return
    await this.#complete(node, isOurs ? kubeletLabels(name) : {})
    if (!isOurs || !isReady(node)) return
    const renewAt = await this.#leases.renew(node)
    if (this.#nodes.get(name) === followed && this.isLeading) {
      // A clock that jumps renews the lease once, when it arrives: it passes days in few steps, and watchers of leases see
      // one change.
      followed.cancel = this.#clock.at(renewAt, () => this.add(followed), MAY_BE_LATE)
    }
  }

  async #createFirst(): Promise<void> {
    try {
      await this.#store.writer.create(undefined, {
        metadata: { name: FIRST_NODE, labels: kubeletLabels(FIRST_NODE) },
      })
    } catch (error) {
      // Another client was faster.
      if (!(error instanceof ApiError && error.error === 'alreadyExists')) throw error
    }
  }

  /** Writes the status of a kubelet if it differs. */
  async #report(node: Readonly<Node>): Promise<boolean> {
    const { definition, writer } = this.#store
    const { name = '', annotations } = node.metadata
    const facts: NodeFacts = {
      isReady: annotations?.[BEHAVIOUR_ANNOTATION] !== 'unready',
      now: this.#clock.now(),
      address: () => this.#addressOf(name),
      version: KUBERNETES_VERSION,
    }
    const reported = (current: Readonly<Node>) =>
      definition.decode({ ...current, status: nodeStatus(current, facts) }) as Node
    if (JSON.stringify(reported(node).status) === JSON.stringify(node.status)) return false
    await writer.modify(undefined, name, {
      retry: true,
      mode: 'status',
      next: (current) => reported(current.copy() as Node),
    })
    return true
  }

  /** The first free address of the network of nodes. */
  #addressOf(name: string): string {
    const known = this.#addresses.get(name)
    if (known !== undefined) return known
    const taken = new Set(this.#addresses.values())
    for (const { address } of this.#index.all()) if (address !== undefined) taken.add(address)
    let host = FIRST_HOST
    while (taken.has(addressOf(host))) host++
    this.#addresses.set(name, addressOf(host))
    return addressOf(host)
  }

  /** Adds missing labels, and removes the not-ready taint of a node that is ready. */
  async #complete(node: Readonly<Node>, labels: Readonly<Record<string, string>>): Promise<void> {
    const { name = '', labels: known = {} } = node.metadata
    const isTainted = isReady(node) && node.spec.taints?.some(({ key }) => key === NOT_READY)
    if (!isTainted && Object.keys(labels).every((key) => Object.hasOwn(known, key))) return
    const { definition, writer } = this.#store
    await writer.modify(undefined, name, {
      retry: true,
      next: (current) => {
        const copy = current.copy() as Node
        copy.metadata.labels = { ...labels, ...copy.metadata.labels }
        if (isTainted) copy.spec.taints = copy.spec.taints?.filter(({ key }) => key !== NOT_READY)
        return definition.decode(copy)
      },
    })
  }

  get #store(): ResourceStore {
    return storeOf(this.context.stores, NODE)
  }
}

/** The network of nodes: 172.18.0.0/16. Its first address is the router. */
const FIRST_HOST = 2
const addressOf = (host: number) => `172.18.${(host >>> 8) & 255}.${host & 255}`

const isReady = ({ status }: Node) => findCondition(status.conditions, 'Ready')?.status === 'True'
