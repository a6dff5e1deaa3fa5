import type { Socket } from 'node:net'
import { Http1Connection, type Http1ConnectionOptions } from './http1-connection.js'
import { ResponseHeads } from './response-heads.js'

export interface Http1ConnectionsOptions
  extends Pick<Http1ConnectionOptions, 'budget' | 'limits' | 'coalescer' | 'onBytes' | 'onSlow'> {
  /** Hands a connection to node's server, starting with the bytes. */
  readonly leaveToNode: (socket: Socket, wire: Socket, bytes: Buffer) => void
}

/** The open connections with their own parser. */
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

  /** `wire` is the socket below TLS. */
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
