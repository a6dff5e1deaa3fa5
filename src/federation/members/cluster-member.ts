import { isDeepStrictEqual } from 'node:util'
import type { ClusterFacts } from '#federation/policies/cluster-facts.js'
import type { Upstream } from '#proxy/upstream.js'
import type { MemberClient } from './member-client.js'
import { MemberDiscovery, type ResourceVersion, type ServedResource } from './member-discovery.js'
import { MemberUnreachable } from './member-errors.js'
import type { Member } from './members.js'

/** The fields of a Cluster that members depend on. */
export interface ObservedCluster extends Omit<ClusterFacts, 'name'> {
  /** Whether forwarded requests act as the account of the federation, instead of their users. */
  readonly actsAsAccount: boolean
}

/** The connections of a member: the federation's own, and those of forwarded requests. */
export interface MemberConnections {
  readonly client: MemberClient
  readonly forwarding: Upstream
}

/** A member as its Cluster describes it. Methods return whether they changed something. */
export class ClusterMember implements Member {
  readonly name: string
  #cluster: ObservedCluster
  #facts: ClusterFacts | undefined
  #access: object | undefined
  #connections: MemberConnections | undefined
  #discovery: MemberDiscovery | undefined
  #error: string | undefined

  constructor(name: string, cluster: ObservedCluster) {
    this.name = name
    this.#cluster = cluster
  }

  get labels(): Readonly<Record<string, string>> {
    return this.#cluster.labels
  }

  get facts(): ClusterFacts {
    this.#facts ??= { name: this.name, ...this.#cluster }
    return this.#facts
  }

  get isReady(): boolean {
    return this.#cluster.isReady
  }

  get client(): MemberClient | undefined {
    return this.#connections?.client
  }

  /** Carries forwarded requests, whoever leads. Undefined while there is no client. */
  get forwarding(): Upstream | undefined {
    return this.#connections?.forwarding
  }

  get actsAsAccount(): boolean {
    return this.#cluster.actsAsAccount
  }

  /** Why there is no client; undefined if there is one. */
  get error(): string | undefined {
    return this.#error
  }

  async resource(candidates: readonly ResourceVersion[]): Promise<ServedResource | undefined> {
    if (this.#discovery === undefined) {
      throw new MemberUnreachable(`${this.name}: ${this.#error ?? 'not yet known'}`)
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
    this.#facts = undefined
    // It may have been upgraded meanwhile.
    if (cluster.isReady && !before.isReady) this.rediscover()
    return true
  }

  /** Sets the address and credentials, or the tunnel. The connections are kept if they did not change. */
  reach(access: object, connect: () => MemberConnections): boolean {
    if (this.#connections !== undefined && isDeepStrictEqual(this.#access, access)) return false
    const connections = connect()
    this.#close()
    this.#access = access
    this.#connections = connections
    this.#discovery = new MemberDiscovery(connections.client)
    this.#error = undefined
    return true
  }

  /** Drops the connections. */
  lose(message: string): boolean {
    const had = this.#connections !== undefined
    this.#close()
    this.#connections = undefined
    this.#discovery = undefined
    this.#error = message
    return had
  }

  #close(): void {
    this.#connections?.client.close()
    this.#connections?.forwarding.close()
  }
}
