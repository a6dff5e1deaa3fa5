import type { ClusterFacts } from '#federation/policies/cluster-facts.js'
import type { MemberClient } from './member-client.js'
import type { ResourceVersion, ServedResource } from './member-discovery.js'

/** A member cluster as propagation sees it. */
export interface Member {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  /** What policies may ask about it. The same object until something changes. */
  readonly facts: ClusterFacts
  /** Whether the condition Ready of its Cluster is True now. */
  readonly isReady: boolean
  /** Undefined while credentials or address are invalid. A change of either creates a new client. */
  readonly client: MemberClient | undefined
  /**
   * The first candidate that the member serves, or undefined. Discovery is cached until the member gets a new
   * client, becomes ready again, or `rediscover` is called. Rejects with `MemberUnreachable`.
   */
  resource(candidates: readonly ResourceVersion[]): Promise<ServedResource | undefined>
  /** Clears the discovery cache, after an unexpected 404. */
  rediscover(): void
}

/** The member clusters. Their names and addresses come from Cluster objects only. */
export interface Members extends Iterable<Member> {
  get(name: string): Member | undefined
  /**
   * Calls the listener with the name of a cluster that was added or removed, or whose readiness, labels or
   * client changed. The member is up to date by then. Returns a function that unsubscribes.
   */
  follow(listener: (name: string) => void): () => void
}
