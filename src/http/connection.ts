import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Channel } from './channel.js'
import type { HttpResponse } from './exchange.js'
import type { ListenerLimits } from './listener-limits.js'
import type { PlainHeads } from './plain-head.js'
import { resetConnection } from './reset.js'
import { Stall } from './stall.js'
import type { UnsentBudget } from './unsent-budget.js'

/** How many requests may wait behind a stream of events, which lasts for long and is read from all the same. */
const MAX_BEHIND_STREAM = 100

/** What a request that waits takes of the memory, roughly: its message, its headers and the answer to be. */
const WAITING_REQUEST_BYTES = 4096

/**
 * One connection of a client that speaks HTTP/1.1. Its requests are answered one after the other: a request that is sent
 * before the answer to the one before has left waits here, and the connection is not read from meanwhile. So a client
 * that sends without reading stops itself, and costs what the bytes of one read from its socket cost, which hold some
 * 2,400 requests at most.
 */
export class Connection extends Channel {
  readonly socket: Socket
  /** The socket below that of TLS, or the same where there is no TLS. */
  readonly #wire: Socket
  /** The answer that is under way. */
  #current: ServerResponse | undefined
  readonly #waiting: ServerResponse[] = []
  #isPausable = false
  /** Whether something arrived that is not HTTP. */
  isBroken = false
  readonly #stall = new Stall()
  /** Whether the time is running within which the client has to take something. */
  #isTimed = false

  readonly #heads: PlainHeads

  constructor(socket: Socket, wire: Socket, budget: UnsentBudget, limits: ListenerLimits, heads: PlainHeads) {
    super(budget, limits)
    this.#heads = heads
    this.socket = socket
    this.#wire = wire
  }

  get transport(): Socket {
    return this.socket
  }

  /**
   * A stream of events may have nothing to send for hours, so only by reading does the server learn that its client is
   * gone: a connection that was paused is read from again.
   */
  override beginStream(): void {
    super.beginStream()
    if (this.#isPausable) this.socket.resume()
  }

  override onClientEnd(listener: () => void): void {
    if (this.socket.readableEnded) listener()
    else this.socket.on('end', listener)
  }

  override offClientEnd(listener: () => void): void {
    this.socket.off('end', listener)
  }

  override sendWhole(
    response: HttpResponse,
    code: number,
    contentType: string,
    body: Buffer,
    auditId: string | undefined,
  ): void {
    if (this.#heads.give(response as ServerResponse, code, contentType, body.length, auditId)) {
      response.end(body)
    } else {
      super.sendWhole(response, code, contentType, body, auditId)
    }
  }

  get isIdle(): boolean {
    return this.#current === undefined
  }

  /** The last request that has arrived and is not answered yet. */
  get last(): ServerResponse | undefined {
    return this.#waiting.at(-1) ?? this.#current
  }

  protected override get ownBytes(): number {
    return super.ownBytes + this.#waiting.length * WAITING_REQUEST_BYTES
  }

  /** A request has arrived. Returns whether it is to be answered now. */
  arrive(response: ServerResponse): boolean {
    if (this.#current === undefined) {
      this.#current = response
      return true
    }
    this.#waiting.push(response)
    if (!this.isStreaming) this.#pause()
    else if (this.#waiting.length > MAX_BEHIND_STREAM) this.socket.destroy()
    return false
  }

  isAnswering(response: ServerResponse): boolean {
    return this.#current === response
  }

  /** The answer under way is over. Returns the request that is to be answered next. */
  next(): ServerResponse | undefined {
    this.#current = this.#waiting.shift()
    this.#isTimed = false
    this.endAnswer()
    if (this.#isPausable && this.#waiting.length === 0) this.socket.resume()
    return this.#current
  }

  /** The connection is closed, whatever was under way. */
  close(): void {
    this.#current = undefined
    this.#waiting.length = 0
    this.endAnswer()
  }

  /**
   * The timer of the socket measures the time, and `onTimeout` is called when it is over. Over TLS the timer does not see
   * how far a single large write has come, since all of it is encrypted at once; only the socket below tells.
   */
  override isOverdue(patienceMs: number): boolean {
    if (this.socket.writableLength === 0) return false
    if (this.#wire !== this.socket) {
      const { bytesWritten, writableLength } = this.socket
      return this.#stall.isLongerThan(patienceMs, bytesWritten - writableLength - queuedBytes(this.#wire))
    }
    if (this.#isTimed) return false
    this.#isTimed = true
    this.socket.setTimeout(patienceMs)
    return false
  }

  /**
   * The timer of the socket has run out: nothing was read or written for as long as it was set to. Within a single large
   * write, too, every byte that the client has taken counts. Returns whether the client is too slow.
   */
  onTimeout(): boolean {
    if (this.isIdle) {
      // The connection was kept for a next request, which has not come.
      this.socket.destroy()
      return false
    }
    if (this.socket.writableLength > 0) return true
    this.#isTimed = false
    this.socket.setTimeout(0)
    return false
  }

  override cut(): void {
    resetConnection(this.socket, this.#wire)
  }

  /**
   * All of the request that is being answered has arrived when there is one behind it, so nothing waits for what is not
   * read now. Node goes on reading by itself at the end of every request; hence the listener.
   */
  #pause(): void {
    this.socket.pause()
    if (this.#isPausable) return
    this.#isPausable = true
    this.socket.on('resume', () => {
      if (this.#waiting.length > 0 && !this.isStreaming) this.socket.pause()
    })
  }
}

/** What the kernel has not taken yet of what was written to a socket below TLS. Node tells by the handle alone. */
function queuedBytes(wire: Socket): number {
  const { _handle: handle } = wire as { _handle?: { readonly writeQueueSize?: number } | null }
  return handle?.writeQueueSize ?? 0
}
