import type { IncomingMessage } from 'node:http'
import type { ClusterMember } from '#federation/members/cluster-member.js'
import { CLUSTERS, type ClusterMembers } from '#federation/members/cluster-members.js'
import type { MemberTransport } from '#federation/members/transport/member-transport.js'
import { notFound, serviceUnavailable, tooManyRequests } from '#meta/api-error.js'
import type { KindRegistry } from '#registry/kind-registry.js'
import type { ConnectExchange, HeaderList } from '#registry/subresources/connect.js'
import type { Place, SubresourceEndpoint } from '#registry/subresources/endpoint.js'
import { forward } from './forward.js'
import { requestHeaders, responseHeaders, rewrittenLocation } from './forwarded-headers.js'
import { impersonation } from './impersonation.js'
import { memberPath } from './member-path.js'

/** Concurrent requests to one member, streams included. */
const MAX_CONCURRENT = 1000

/**
 * What a member sends must not act in the name of this server: browsers give its pages no origin, and take no other
 * type for a script.
 */
const PROTECTION: HeaderList = [
  ['Content-Security-Policy', 'sandbox'],
  ['X-Content-Type-Options', 'nosniff'],
]

/**
 * `clusters/proxy`: the API of a member, under the users of this server. The user is impersonated, so the rights of the
 * user in the member apply; the member rejects the request if its account may not impersonate.
 */
export class ClusterProxy implements SubresourceEndpoint {
  readonly #members: ClusterMembers
  readonly #kinds: KindRegistry
  /** The number of open requests by cluster. */
  readonly #open = new Map<string, number>()

  constructor(members: ClusterMembers, kinds: KindRegistry) {
    this.#members = members
    this.#kinds = kinds
  }

  async connect({ name }: Place, exchange: ConnectExchange): Promise<void> {
    const path = memberPath(exchange.rest)
    await this.#members.found(name)
    const member = this.#members.get(name)
    if (member === undefined) throw this.#unknown(name)
    const transport = transportOf(member)
    const open = this.#open.get(name) ?? 0
    if (open >= MAX_CONCURRENT) throw tooManyRequests(`the cluster ${name} has ${open} requests open`)
    this.#open.set(name, open + 1)
    try {
      await forward(exchange, {
        transport,
        path,
        headers: headersOf(exchange, member),
        answer: (response) => answerOf(response, exchange, transport, path),
      })
    } finally {
      const rest = (this.#open.get(name) ?? 0) - 1
      if (rest > 0) this.#open.set(name, rest)
      else this.#open.delete(name)
    }
  }

  #unknown(name: string): Error {
    const kind = this.#kinds.storedUnder(CLUSTERS)
    return kind === undefined
      ? serviceUnavailable('the server serves no clusters')
      : notFound(kind.storageVersion, name)
  }
}

function transportOf({ name, forwarding, error }: ClusterMember): MemberTransport {
  if (forwarding !== undefined) return forwarding
  throw serviceUnavailable(`the cluster ${name} cannot be reached: ${error ?? 'it is not known yet'}`)
}

function headersOf(exchange: ConnectExchange, { actsAsAccount }: ClusterMember): HeaderList {
  const { user, clientAddress, auditId } = exchange
  const headers = requestHeaders(exchange.rawHeaders).filter(([name]) => name.toLowerCase() !== 'audit-id')
  return [
    ...headers,
    ...(actsAsAccount ? [] : impersonation(user)),
    ...(clientAddress === undefined ? [] : ([['X-Forwarded-For', clientAddress]] as const)),
    ...(auditId === undefined ? [] : ([['Audit-Id', auditId]] as const)),
  ]
}

function answerOf(
  response: IncomingMessage,
  { base, auditId }: ConnectExchange,
  { server }: MemberTransport,
  path: string,
): HeaderList {
  // The client would take it for its own credentials.
  if (response.statusCode === 401) {
    throw serviceUnavailable('the member does not accept the credentials of this server')
  }
  const url = server.replace(/\/$/, '') + path
  const headers: (readonly [string, string])[] = []
  for (const [name, value] of responseHeaders(response.rawHeaders)) {
    const key = name.toLowerCase()
    if (key === 'audit-id' && auditId !== undefined) continue
    if (key !== 'location' && key !== 'content-location') headers.push([name, value])
    else {
      const location = rewrittenLocation(value, url, server, base)
      if (location !== undefined) headers.push([name, location])
    }
  }
  return [...headers.filter(([name]) => !isProtection(name)), ...PROTECTION]
}

const isProtection = (name: string) => name.toLowerCase() === 'x-content-type-options'
