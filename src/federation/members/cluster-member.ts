import { isDeepStrictEqual } from 'node:util'
import type { ClusterFacts } from '#federation/policies/cluster-facts.js'
import type { MemberAccess } from './kubeconfig.js'
import type { MemberClient } from './member-client.js'
import { MemberDiscovery, type ResourceVersion, type ServedResource } from './member-discovery.js'
import { MemberUnreachable } from './member-errors.js'
import type { Member } from './members.js'

/** The fields of a Cluster that members depend on. */
export interface ObservedCluster extends Omit<ClusterFacts, 'name'> {}

/** A member as its Cluster describes it. Methods return whether they changed something. */
export class ClusterMember implements Member {
  readonly name: string
  #cluster: ObservedCluster
  #facts: ClusterFacts | undefined
  #access: MemberAccess | undefined
  #client: MemberClient | undefined
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
    return this.#client
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

  /** Sets the credentials. The client is kept if they did not change. */
  reach(access: MemberAccess, connect: (access: MemberAccess) => MemberClient): boolean {
    if (this.#client !== undefined && isDeepStrictEqual(this.#access, access)) return false
    const client = connect(access)
    this.#client?.close()
    this.#access = access
    this.#client = client
    this.#discovery = new MemberDiscovery(client)
    this.#error = undefined
    return true
  }

  /** Drops the client. */
  lose(message: string): boolean {
    const had = this.#client !== undefined
    this.#client?.close()
    this.#client = undefined
    this.#discovery = undefined
    this.#error = message
    return had
  }
}
