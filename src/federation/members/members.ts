import type { MemberClient } from './member-client.js'
import type { ResourceVersion, ServedResource } from './member-discovery.js'

/** A member cluster as propagation sees it. */
export interface Member {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  /** Whether the condition Ready of its Cluster is True now. */
  readonly isReady: boolean
  /** Undefined while its credentials or its address cannot be used. When these change there is a new client. */
  readonly client: MemberClient | undefined
  /**
   * The first of the candidates that the member serves, by its discovery; undefined where it serves none of them. What discovery
   * says is kept until the member gets another client, becomes ready again, or `rediscover` is called. Rejects with
   * `MemberUnreachable`.
   */
  resource(candidates: readonly ResourceVersion[]): Promise<ServedResource | undefined>
  /** The member has answered that a path does not exist which it should have: what discovery has said is outdated. */
  rediscover(): void
}

/** The member clusters there are. What they are called and how they are reached comes from the Cluster objects alone. */
export interface Members extends Iterable<Member> {
  get(name: string): Member | undefined
  /**
   * Calls the listener with the name of a cluster that has come, gone, become ready or unready, or changed its labels or its
   * client, until the function that this returns is called. The member of that name is then as it has become.
   */
  follow(listener: (name: string) => void): () => void
}
