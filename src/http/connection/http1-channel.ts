import type { Socket } from 'node:net'
import type { ListenerLimits } from '#http/limits/listener-limits.js'
import type { UnsentBudget } from '#http/limits/unsent-budget.js'
import { Channel, Stall } from './channel.js'
import { resetConnection } from './linger.js'
import { kernelQueueBytes } from './node-internals.js'

/** An HTTP/1.1 connection, whichever parser reads it. */
export abstract class Http1Channel extends Channel {
  readonly socket: Socket
  /** The socket below TLS; the same socket without TLS. */
  readonly wire: Socket
  readonly #stall = new Stall()
  /** Whether the send timeout is running. */
  #isTimed = false

  constructor(socket: Socket, wire: Socket, budget: UnsentBudget, limits: ListenerLimits) {
    super(budget, limits)
    this.socket = socket
    this.wire = wire
  }

  get transport(): Socket {
    return this.socket
  }

  override onClientEnd(listener: () => void): void {
    if (this.socket.readableEnded) listener()
    else this.socket.on('end', listener)
  }

  override offClientEnd(listener: () => void): void {
    this.socket.off('end', listener)
  }

  protected override endResponse(): void {
    this.#isTimed = false
    super.endResponse()
  }

  /**
   * The socket timer measures the timeout and calls `onTimeout`. Over TLS it does not see the progress of one large
   * write, which is encrypted at once; only the socket below shows it.
   */
  override isOverdue(timeoutMs: number): boolean {
    if (this.socket.writableLength === 0) return false
    if (this.wire !== this.socket) {
      const { bytesWritten, writableLength } = this.socket
      return this.#stall.isLongerThan(timeoutMs, bytesWritten - writableLength - kernelQueueBytes(this.wire))
    }
    if (this.#isTimed) return false
    this.#isTimed = true
    this.socket.setTimeout(timeoutMs)
    return false
  }

  /**
   * The socket timer expired: nothing was read or written. Progress within one large write also counts. Returns
   * whether the client is too slow.
   */
  onTimeout(): boolean {
    if (this.socket.writableLength > 0) return true
    this.#isTimed = false
    this.socket.setTimeout(0)
    return false
  }

  override cut(): void {
    resetConnection(this.socket, this.wire)
  }
}
