import type { ClientRequest, IncomingMessage } from 'node:http'

/** The head of a request to another server. */
export interface UpstreamRequest {
  readonly method: string
  /** Below the path of the server, with the query. Starts with a slash. */
  readonly path: string
  /** Alternating names and values, without `Host` and credentials. */
  readonly headers: readonly string[]
  readonly signal?: AbortSignal
}

/** How requests reach another server: over the network, or through a tunnel. */
export interface Upstream {
  /** The URL of the server, for messages and redirects. */
  readonly server: string
  /** Aborts when the connections close. */
  readonly closed: AbortSignal
  /** Opens a request with the credentials for the server. The caller ends it. It does not follow redirects. */
  request(request: UpstreamRequest, onResponse?: (response: IncomingMessage) => void): ClientRequest
  /** Ends all requests. */
  close(): void
}
