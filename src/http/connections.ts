import type { Socket } from 'node:net'
import { Connection } from './connection.js'
import type { ListenerLimits } from './listener-limits.js'
import { PlainHeads } from './plain-head.js'
import type { UnsentBudget } from './unsent-budget.js'

/** The open connections of clients that speak HTTP/1.1. */
export class Connections implements Iterable<Connection> {
  readonly #budget: UnsentBudget
  readonly #limits: ListenerLimits
  readonly #heads: PlainHeads
  readonly #bySocket = new Map<Socket, Connection>()

  constructor(budget: UnsentBudget, limits: ListenerLimits) {
    this.#budget = budget
    this.#limits = limits
    this.#heads = new PlainHeads(limits.keepAliveTimeoutMs)
  }

  [Symbol.iterator](): Iterator<Connection> {
    return this.#bySocket.values()
  }

  /** `wire` is the socket below that of TLS. */
  open(socket: Socket, wire = socket): void {
    const connection = new Connection(socket, wire, this.#budget, this.#limits, this.#heads)
    this.#bySocket.set(socket, connection)
    socket.once('close', () => {
      this.#bySocket.delete(socket)
      connection.close()
    })
  }

  /** Undefined once it is closed. */
  of(socket: Socket): Connection | undefined {
    return this.#bySocket.get(socket)
  }
}
