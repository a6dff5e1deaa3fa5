import type { Socket } from 'node:net'
import type { Connection } from './connection.js'
import type { Connections } from './connections.js'
import type { ListenerLimits } from './listener-limits.js'
import type { UnsentBudget } from './unsent-budget.js'

/** Why a connection was cut: its client took nothing for too long, or all clients together left too much. */
export const CUT_REASONS = ['timeout', 'budget'] as const
export type CutReason = (typeof CUT_REASONS)[number]

export interface SlowClientsParts {
  readonly connections: Connections
  readonly budget: UnsentBudget
  readonly limits: Pick<ListenerLimits, 'sendTimeoutMs' | 'streamSendTimeoutMs' | 'inspectionMs'>
  readonly onCut: (reason: CutReason) => void
}

/**
 * Cuts the connections of clients that do not take what they have asked for: those that take nothing for a while, and,
 * when all that waits is more than the budget, those for whom the most waits.
 *
 * Connections are looked at every now and then, so that an answer that leaves at once costs nothing.
 */
export class SlowClients {
  readonly #parts: SlowClientsParts
  #timer: NodeJS.Timeout | undefined
  /** What waited for clients when it was last looked at. */
  #unsentBytes = 0

  constructor(parts: SlowClientsParts) {
    this.#parts = parts
  }

  get unsentBytes(): number {
    return this.#unsentBytes
  }

  start(): void {
    this.#timer = setInterval(() => this.inspect(), this.#parts.limits.inspectionMs)
    this.#timer.unref()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  inspect(): void {
    const { connections, budget } = this.#parts
    const behind: { readonly connection: Connection; readonly unsent: number }[] = []
    let total = budget.shared.bytes
    for (const connection of connections) {
      const unsent = connection.unsentBytes
      if (unsent === 0) continue
      behind.push({ connection, unsent })
      total += connection.unsharedBytes
      this.#time(connection)
    }
    this.#unsentBytes = total
    if (total <= budget.limit) return
    behind.sort((one, other) => other.unsent - one.unsent)
    let excess = total - budget.limit
    for (const { connection, unsent } of behind) {
      if (excess <= 0) break
      excess -= unsent
      this.#cut(connection.socket, 'budget')
    }
    // What connections share is free only when the last of them is cut.
    setImmediate(() => this.inspect())
  }

  /**
   * The timer of a socket has run out: nothing was read or written for as long as it was set to. Within a single large
   * write, too, every byte that the client has taken counts.
   */
  onTimeout(socket: Socket): void {
    const connection = this.#parts.connections.of(socket)
    if (connection === undefined || connection.isIdle) {
      // The connection was kept for a next request, which has not come.
      socket.destroy()
    } else if (socket.writableLength > 0) {
      this.#cut(socket, 'timeout')
    } else {
      connection.isTimed = false
      socket.setTimeout(0)
    }
  }

  #time(connection: Connection): void {
    if (connection.isTimed || connection.socket.writableLength === 0) return
    const { sendTimeoutMs, streamSendTimeoutMs } = this.#parts.limits
    connection.isTimed = true
    connection.socket.setTimeout(connection.isStreaming ? streamSendTimeoutMs : sendTimeoutMs)
  }

  #cut(socket: Socket, reason: CutReason): void {
    if (socket.destroyed) return
    this.#parts.onCut(reason)
    // A reset, not an end: what is in the kernel for this client is freed too, and the answer does not look complete.
    socket.resetAndDestroy()
  }
}
