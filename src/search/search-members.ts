import type { ClusterMembers } from '#federation/members/cluster-members.js'
import { MemberClient } from '#federation/members/member-client.js'
import type { Upstream } from '#proxy/upstream.js'

/** A member as searches see it. */
export interface SearchMember {
  readonly name: string
  readonly isReady: boolean
  /** Undefined while credentials or address are invalid. A change of either creates a new client. */
  readonly client: MemberClient | undefined
}

/** The members, with clients that every server of a store may use: a search does not need to lead. */
export class SearchMembers {
  readonly #members: ClusterMembers
  readonly #clients = new WeakMap<Upstream, MemberClient>()

  constructor(members: ClusterMembers) {
    this.#members = members
  }

  /** Resolves when the clients of all members match the store. */
  async found(): Promise<void> {
    await Promise.all([...this.#members].map(({ name }) => this.#members.found(name)))
  }

  get(name: string): SearchMember | undefined {
    const member = this.#members.get(name)
    return member && { name, isReady: member.isReady, client: this.#clientOf(member.forwarding) }
  }

  /** In the order of their names. */
  get all(): readonly SearchMember[] {
    const names = [...this.#members].map(({ name }) => name).sort()
    return names.map((name) => this.get(name) as SearchMember)
  }

  /** Calls the listener with the name of a member that was added or removed, or has changed. */
  follow(listener: (name: string) => void): () => void {
    return this.#members.follow(listener)
  }

  #clientOf(transport: Upstream | undefined): MemberClient | undefined {
    if (transport === undefined) return undefined
    const client = this.#clients.get(transport) ?? new MemberClient(transport)
    this.#clients.set(transport, client)
    return client
  }
}
