import type { ClusterMember } from '#federation/members/cluster-member.js'
import { CLUSTERS, type ClusterMembers } from '#federation/members/cluster-members.js'
import { notFound, serviceUnavailable } from '#meta/api-error.js'
import type { ResponseHead } from '#proxy/client/response-parser.js'
import { headersFor, headersFrom } from '#proxy/exchange-headers.js'
import { forward } from '#proxy/forward.js'
import { OpenRequests } from '#proxy/open-requests.js'
import type { Upstream } from '#proxy/upstream.js'
import { upstreamPath } from '#proxy/upstream-path.js'
import { impersonationHeaders } from '#proxy/user-headers.js'
import type { KindRegistry } from '#registry/kind-registry.js'
import type { ConnectExchange } from '#registry/subresources/connect.js'
import type { Place, SubresourceEndpoint } from '#registry/subresources/endpoint.js'

import { memberForwarding } from './member-forwarding.js'

/**
 * `clusters/proxy`: the API of a member, under the users of this server. The user is impersonated, so the rights of the
 * user in the member apply; the member rejects the request if its account may not impersonate.
 */
export class ClusterProxy implements SubresourceEndpoint {
  readonly #members: ClusterMembers
  readonly #kinds: KindRegistry
  readonly #open = new OpenRequests()

  constructor(members: ClusterMembers, kinds: KindRegistry) {
    this.#members = members
    this.#kinds = kinds
  }

  async connect({ name }: Place, exchange: ConnectExchange): Promise<void> {
    const path = upstreamPath(exchange.rest)
    await this.#members.found(name)
    const member = this.#members.get(name)
    if (member === undefined) throw this.#unknown(name)
    const upstream = upstreamOf(member)
    const headers = headersFor(exchange, member.actsAsAccount ? [] : impersonationHeaders(exchange.user))
    const { server } = upstream
    const unaccepted = 'the member does not accept the credentials of this server'
    const answer = (response: ResponseHead) => headersFrom(response, exchange, { server, path, unaccepted })
    const request = () => forward(exchange, memberForwarding({ upstream, path, headers, answer }))
    await this.#open.run(name, request, `the cluster ${name}`)
  }

  #unknown(name: string): Error {
    const kind = this.#kinds.storedUnder(CLUSTERS)
    return kind === undefined
      ? serviceUnavailable('the server serves no clusters')
      : notFound(kind.storageVersion, name)
  }
}

function upstreamOf({ name, forwarding, error }: ClusterMember): Upstream {
  if (forwarding !== undefined) return forwarding
  throw serviceUnavailable(`the cluster ${name} cannot be reached: ${error ?? 'it is not known yet'}`)
}
