import type { Socket } from 'node:net'
import { AnswerHeads } from './answer-head.js'
import { DirectConnection, type DirectConnectionParts } from './direct-connection.js'

export interface DirectConnectionsParts
  extends Pick<DirectConnectionParts, 'budget' | 'limits' | 'outbox' | 'onBytes' | 'onSlow'> {
  /** Is to have node's server read a connection from now on, and first of all the bytes. */
  readonly leaveToNode: (socket: Socket, wire: Socket, bytes: Buffer) => void
}

/** The open connections whose requests are read without node's HTTP server. */
export class DirectConnections implements Iterable<DirectConnection> {
  readonly #parts: DirectConnectionParts
  readonly #connections = new Set<DirectConnection>()
  #timer: NodeJS.Timeout | undefined

  constructor({ leaveToNode, ...parts }: DirectConnectionsParts) {
    this.#parts = {
      ...parts,
      heads: new AnswerHeads(parts.limits.keepAliveTimeoutMs),
      onUnusual: (connection, unread) => {
        this.#connections.delete(connection)
        leaveToNode(connection.socket, connection.wire, unread)
      },
      onClosed: (connection) => void this.#connections.delete(connection),
    }
  }

  [Symbol.iterator](): Iterator<DirectConnection> {
    return this.#connections.values()
  }

  /** `wire` is the socket below that of TLS. */
  open(socket: Socket, wire = socket): void {
    this.#connections.add(new DirectConnection(socket, wire, this.#parts))
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
