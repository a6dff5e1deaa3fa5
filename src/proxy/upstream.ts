import type { ClientRequest, IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import type { Connection, ResponseHandler } from './client/connection.js'
import type { ConnectionChoice } from './client/connections.js'

/** The head of a request to another server. */
export interface UpstreamRequest {
  readonly method: string
  /** Below the path of the server, with the query. Starts with a slash. */
  readonly path: string
  /** Alternating names and values, without `Host` and credentials. */
  readonly headers: readonly string[]
  readonly signal?: AbortSignal
}

/** A request to pass on. */
export interface ForwardedRequest extends Omit<UpstreamRequest, 'signal'> {
  readonly body: Buffer | Readable | undefined
  /** Whether the body needs chunked transfer encoding. */
  readonly isChunked: boolean
}

/** How requests reach another server: over the network, or through a tunnel. */
export interface Upstream {
  /** The URL of the server, for messages and redirects. */
  readonly server: string
  /** Aborts when the connections close. */
  readonly closed: AbortSignal
  /** Opens a request with the credentials for the server. The caller ends it. It does not follow redirects. */
  request(request: UpstreamRequest, onResponse?: (response: IncomingMessage) => void): ClientRequest
  /**
   * Sends a request with the credentials for the server, at a fraction of the cost. Returns its connection, which belongs
   * to the request until the handler was called. Throws if there can be no connection, or a header is invalid.
   */
  forward(request: ForwardedRequest, handler: ResponseHandler, choice: ConnectionChoice): Connection
  /** Ends all requests. */
  close(): void
}
