import type { Duplex, Readable, Writable } from 'node:stream'
import type { User } from '#meta/user.js'
import { Query } from '#util/text/query.js'

/** Names and values of headers, in order. A name may repeat. */
export type HeaderList = readonly (readonly [name: string, value: string])[]

/** A request that a subresource handles as a whole, streams and upgrades included, and its response. */
export interface ConnectExchange {
  readonly method: string
  /** The path of the subresource itself, percent-encoded. */
  readonly base: string
  /** The rest of the path and the query, percent-encoded. Empty, or starts with a slash or a question mark. */
  readonly rest: string
  /** Alternating names and values, as received. */
  readonly rawHeaders: readonly string[]
  readonly user: User
  /** The id of the request in the audit log; undefined if responses do not show it. */
  readonly auditId: string | undefined
  /** Headers that continue the trace of the request in another server; undefined without a trace. */
  readonly traceHeaders?: Readonly<Record<string, string>> | undefined
  /** The address of the client or its proxy. */
  readonly clientAddress: string | undefined
  /** Undefined without a body. */
  readonly body: Readable | Buffer | undefined
  /** The protocol that the client wants to switch to; undefined for other requests. */
  readonly upgrade: string | undefined
  /** Aborts when the client is gone, or has lost its permission. */
  readonly signal: AbortSignal
  /** Sends a whole response. For `HEAD`, the body is empty. */
  respondWhole(code: number, headers: HeaderList, body: Buffer): void
  /** Sends the head at once. Returns the writable of the body. */
  respond(code: number, headers: HeaderList): Writable
  /** Ends the connection without a complete response. */
  abort(): void
  /** Sends `101` and returns the connection. Only for an upgrade, and instead of `respond`. */
  switchProtocols(headers: HeaderList): Duplex
}

/** The query parameters of the request. */
export function queryOf({ rest }: Pick<ConnectExchange, 'rest'>): Query {
  const mark = rest.indexOf('?')
  return mark < 0 ? Query.EMPTY : Query.parse(rest.slice(mark + 1))
}
