import type { ClientRequest, IncomingMessage } from 'node:http'

/** The head of a request to a member. */
export interface TransportRequest {
  readonly method: string
  /** Below the path of the member, with the query. Starts with a slash. */
  readonly path: string
  /** Alternating names and values, without `Host` and credentials. */
  readonly headers: readonly string[]
  readonly signal?: AbortSignal
}

/** How requests reach a member: over the network, or through the tunnel of its agent. */
export interface MemberTransport {
  /** The URL of the member, for messages and redirects. */
  readonly server: string
  /** Aborts when the transport closes. */
  readonly closed: AbortSignal
  /** Opens a request with the credentials of the member. The caller ends it. It does not follow redirects. */
  request(request: TransportRequest, onResponse?: (response: IncomingMessage) => void): ClientRequest
  /** Ends all requests. */
  close(): void
}
