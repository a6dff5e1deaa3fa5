import type { ServerHttp2Stream } from 'node:http2'
import type { Socket } from 'node:net'
import { Channel, Stall } from '#http/connection/channel.js'
import { writeSingly } from '#http/connection/node-internals.js'
import type { ListenerLimits } from '#http/limits/listener-limits.js'
import type { UnsentBudget } from '#http/limits/unsent-budget.js'
import { abortStream } from './long-body.js'
import type { StreamResponse } from './stream-response.js'

/** One stream of an HTTP/2 connection: one request and its response. */
export class StreamChannel extends Channel {
  /** About twenty microseconds, mostly in node. */
  override readonly writeCost = 16 * 1024
  readonly socket: ServerHttp2Stream
  readonly transport: Socket
  readonly response: StreamResponse
  /** Created when bytes first wait for the client. */
  #stall: Stall | undefined

  constructor(response: StreamResponse, budget: UnsentBudget, limits: ListenerLimits) {
    super(budget, limits)
    this.response = response
    this.socket = response.req.socket
    this.transport = response.req.transport
  }

  /** The backlog of a watch is sent event by event, to see the progress of the client. */
  override beginStream(): void {
    super.beginStream()
    writeSingly(this.socket)
  }

  protected override get queuedBytes(): number {
    return super.queuedBytes + this.response.waitingBytes
  }

  /** In HTTP/2 the end of a request says nothing about the client; a client that leaves closes its stream. */
  override onClientEnd(): void {}
  override offClientEnd(): void {}

  /**
   * Node's stream timers count activity of the whole connection, so a stalled stream beside an active one would never
   * time out. This looks at the stream alone.
   */
  override isOverdue(timeoutMs: number): boolean {
    const { queuedBytes } = this
    if (queuedBytes === 0) return false
    this.#stall ??= new Stall()
    return this.#stall.isLongerThan(timeoutMs, this.eventBytes + this.response.passedBytes - queuedBytes)
  }

  override cut(): void {
    abortStream(this.socket)
  }

  close(): void {
    this.endResponse()
  }
}
