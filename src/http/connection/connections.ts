import type { Socket } from 'node:net'
import type { ListenerLimits } from '#http/limits/listener-limits.js'
import type { UnsentBudget } from '#http/limits/unsent-budget.js'
import { Connection } from './connection.js'

/** The open connections that node's HTTP server parses. */
export class Connections implements Iterable<Connection> {
  readonly #budget: UnsentBudget
  readonly #limits: ListenerLimits
  readonly #bySocket = new Map<Socket, Connection>()

  constructor(budget: UnsentBudget, limits: ListenerLimits) {
    this.#budget = budget
    this.#limits = limits
  }

  [Symbol.iterator](): Iterator<Connection> {
    return this.#bySocket.values()
  }

  /** `wire` is the socket below TLS. */
  open(socket: Socket, wire = socket): Connection {
    const connection = new Connection(socket, wire, this.#budget, this.#limits)
    this.#bySocket.set(socket, connection)
    socket.once('close', () => {
      this.#bySocket.delete(socket)
      connection.close()
    })
    return connection
  }

  /** Undefined after the connection closed. */
  of(socket: Socket): Connection | undefined {
    return this.#bySocket.get(socket)
  }
}
