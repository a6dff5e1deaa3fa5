import type { MemberClient } from '#federation/members/member-client.js'
import { ObjectFeed } from '#federation/members/object-feed.js'
import type { MeasuredCapacity } from '#federation/policies/free-capacity.js'
import type { Logger } from '#observe/logger.js'
import { freeResources, type NodeResources, type PodResources, readNode, readPod } from './node-resources.js'

/** Measures what the pods of a member leave free on its nodes. Follows both; keeps a few numbers of each. */
export class MemberCapacity {
  readonly client: MemberClient
  readonly #nodes: ObjectFeed<NodeResources>
  readonly #pods: ObjectFeed<PodResources>
  /** The resource that the member does not allow listing. */
  #refused: string | undefined

  /** Calls `changed` when a measurement may differ from the last. */
  constructor(client: MemberClient, changed: () => void, logger: Logger) {
    this.client = client
    const listener = (resource: string) => ({
      changed: () => {
        if (this.#isSynced) changed()
      },
      synced: () => {
        if (this.#refused === resource) this.#refused = undefined
        changed()
      },
      refused: (status: number) => {
        if (status !== 401 && status !== 403) return
        this.#refused = resource
        changed()
      },
    })
    this.#nodes = new ObjectFeed<NodeResources>(
      client,
      { path: '/api/v1/nodes', read: readNode, listener: listener('nodes') },
      logger,
    )
    this.#pods = new ObjectFeed<PodResources>(
      client,
      { path: '/api/v1/pods', read: readPod, listener: listener('pods') },
      logger,
    )
  }

  get #isSynced(): boolean {
    return this.#nodes.isSynced && this.#pods.isSynced
  }

  /** Undefined until the member has responded. */
  measure(): MeasuredCapacity | undefined {
    // A member that allows lists may refuse watches: then it is listed again and again.
    if (this.#isSynced) return { free: freeResources(this.#nodes.values(), this.#pods.values()) }
    if (this.#refused === undefined) return undefined
    return { unknown: `the member does not allow listing ${this.#refused}` }
  }

  /** The member is reachable again. */
  resume(): void {
    this.#nodes.resume()
    this.#pods.resume()
  }

  async close(): Promise<void> {
    await Promise.all([this.#nodes.close(), this.#pods.close()])
  }
}
