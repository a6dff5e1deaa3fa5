import { Connection, type ResponseHandler, type SentRequest, type UpstreamSocket } from './connection.js'

export interface ConnectionsOptions {
  /** Opens a connection. It may still be connecting. */
  readonly connect: () => UpstreamSocket
  /** How long a connection may be idle. */
  readonly idleMs: number
  readonly maxIdle: number
}

/** How a request gets its connection. */
export interface ConnectionChoice {
  /** How long a new connection may take. */
  readonly connectMs: number
  /** Whether it must be a new one. */
  readonly isNew: boolean
}

/** The persistent connections to one server. The last used is the first to be used again, so that others may go. */
export class Connections {
  readonly #options: ConnectionsOptions
  readonly #open = new Set<Connection>()
  readonly #idle: Connection[] = []

  constructor(options: ConnectionsOptions) {
    this.#options = options
  }

  /** Returns the connection of the request. */
  send(request: SentRequest, handler: ResponseHandler, { connectMs, isNew }: ConnectionChoice): Connection {
    const connection = (isNew ? undefined : this.#takeIdle()) ?? this.#connect(connectMs)
    connection.send(request, handler)
    return connection
  }

  /** Ends all requests. */
  close(): void {
    for (const connection of this.#open) connection.close(new Error('the connection was closed'))
  }

  #takeIdle(): Connection | undefined {
    for (let last = this.#idle.pop(); last !== undefined; last = this.#idle.pop())
      if (last.isOpen) return last
    return undefined
  }

  #connect(connectMs: number): Connection {
    const { connect, idleMs, maxIdle } = this.#options
    const connection = new Connection(connect(), {
      idleMs,
      onIdle: (idle) => {
        if (this.#idle.length < maxIdle) this.#idle.push(idle)
        else idle.close()
      },
      onClose: (closed) => {
        this.#open.delete(closed)
        const index = this.#idle.indexOf(closed)
        if (index >= 0) this.#idle.splice(index, 1)
      },
    })
    this.#open.add(connection)
    connection.limitConnecting(connectMs)
    return connection
  }
}
