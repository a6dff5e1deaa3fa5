import { isDeepStrictEqual } from 'node:util'
import type { MemberAccess } from './kubeconfig.js'
import type { MemberClient } from './member-client.js'
import { MemberDiscovery, type ResourceVersion, type ServedResource } from './member-discovery.js'
import { MemberUnreachable } from './member-errors.js'
import type { Member } from './members.js'

/** What of a Cluster is looked at by those who follow members. */
export interface ObservedCluster {
  readonly labels: Readonly<Record<string, string>>
  readonly isReady: boolean
}

/** A member as its Cluster describes it now. Methods that change something return whether they have. */
export class ClusterMember implements Member {
  readonly name: string
  #cluster: ObservedCluster
  #access: MemberAccess | undefined
  #client: MemberClient | undefined
  #discovery: MemberDiscovery | undefined
  #problem: string | undefined

  constructor(name: string, cluster: ObservedCluster) {
    this.name = name
    this.#cluster = cluster
  }

  get labels(): Readonly<Record<string, string>> {
    return this.#cluster.labels
  }

  get isReady(): boolean {
    return this.#cluster.isReady
  }

  get client(): MemberClient | undefined {
    return this.#client
  }

  /** Why there is no client; undefined when there is one. */
  get problem(): string | undefined {
    return this.#problem
  }

  async resource(candidates: readonly ResourceVersion[]): Promise<ServedResource | undefined> {
    if (this.#discovery === undefined) {
      throw new MemberUnreachable(`${this.name}: ${this.#problem ?? 'not known yet'}`)
    }
    return this.#discovery.find(candidates)
  }

  rediscover(): void {
    this.#discovery?.renew()
  }

  observe(cluster: ObservedCluster): boolean {
    const before = this.#cluster
    if (isDeepStrictEqual(before, cluster)) return false
    this.#cluster = cluster
    // It may have been away for an upgrade.
    if (cluster.isReady && !before.isReady) this.rediscover()
    return true
  }

  /** The member is reached in this way from now on. A client that reaches it so already is kept. */
  reach(access: MemberAccess, connect: (access: MemberAccess) => MemberClient): boolean {
    if (this.#client !== undefined && isDeepStrictEqual(this.#access, access)) return false
    const client = connect(access)
    this.#client?.close()
    this.#access = access
    this.#client = client
    this.#discovery = new MemberDiscovery(client)
    this.#problem = undefined
    return true
  }

  /** The member cannot be reached any more, or not yet. */
  lose(problem: string): boolean {
    const had = this.#client !== undefined
    this.#client?.close()
    this.#client = undefined
    this.#discovery = undefined
    this.#problem = problem
    return had
  }
}
