import type { Socket } from 'node:net'
import type { ListenerLimits } from '#http/limits/listener-limits.js'
import type { UnsentBudget } from '#http/limits/unsent-budget.js'
import { Channel, Stall } from './channel.js'
import { resetConnection } from './linger.js'
import { kernelQueueBytes } from './node-internals.js'

/** A connection of a client that speaks HTTP/1.1, whichever way its requests are read. */
export abstract class Http1Channel extends Channel {
  readonly socket: Socket
  /** The socket below that of TLS, or the same where there is no TLS. */
  readonly wire: Socket
  readonly #stall = new Stall()
  /** Whether the time is running within which the client has to take something. */
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
   * The timer of the socket measures the time, and `onTimeout` is called when it is over. Over TLS the timer does not see
   * how far a single large write has come, since all of it is encrypted at once; only the socket below tells.
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
   * The timer of the socket has run out: nothing was read or written for as long as it was set to. Within a single large
   * write, too, every byte that the client has taken counts. Returns whether the client is too slow.
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
