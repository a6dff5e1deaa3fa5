import type { Socket } from 'node:net'
import { Http1Connection, type Http1ConnectionOptions } from './http1-connection.js'
import { ResponseHeads } from './response-heads.js'

export interface Http1ConnectionsOptions
  extends Pick<Http1ConnectionOptions, 'budget' | 'limits' | 'coalescer' | 'onBytes' | 'onSlow'> {
  /** Is to have node's server read a connection from now on, and first of all the bytes. */
  readonly leaveToNode: (socket: Socket, wire: Socket, bytes: Buffer) => void
}

/** The open connections whose requests are read without node's HTTP server. */
export class Http1Connections implements Iterable<Http1Connection> {
  readonly #parts: Http1ConnectionOptions
  readonly #connections = new Set<Http1Connection>()
  #timer: NodeJS.Timeout | undefined

  constructor({ leaveToNode, ...parts }: Http1ConnectionsOptions) {
    this.#parts = {
      ...parts,
      heads: new ResponseHeads(parts.limits.keepAliveTimeoutMs),
      onFallback: (connection, unread) => {
        this.#connections.delete(connection)
        leaveToNode(connection.socket, connection.wire, unread)
      },
      onClosed: (connection) => void this.#connections.delete(connection),
    }
  }

  [Symbol.iterator](): Iterator<Http1Connection> {
    return this.#connections.values()
  }

  /** `wire` is the socket below that of TLS. */
  open(socket: Socket, wire = socket): void {
    this.#connections.add(new Http1Connection(socket, wire, this.#parts))
  }

  start(): void {
    this.#timer = setInterval(() => this.#inspect(), this.#parts.limits.checkIntervalMs)
    this.#timer.unref()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  #inspect(): void {
    const now = performance.now()
    for (const connection of this.#connections) connection.inspect(now)
  }
}
