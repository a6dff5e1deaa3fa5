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
  /** Some twenty microseconds, most of them in node. */
  override readonly writeCost = 16 * 1024
  readonly socket: ServerHttp2Stream
  readonly transport: Socket
  readonly response: StreamResponse
  /** Made when something first waits for the client. */
  #stall: Stall | undefined

  constructor(response: StreamResponse, budget: UnsentBudget, limits: ListenerLimits) {
    super(budget, limits)
    this.response = response
    this.socket = response.req.socket
    this.transport = response.req.transport
  }

  /** The backlog of a stream of events is sent event by event, so that it can be seen how far the client has come. */
  override beginStream(): void {
    super.beginStream()
    writeSingly(this.socket)
  }

  protected override get queuedBytes(): number {
    return super.queuedBytes + this.response.waitingBytes
  }

  /** The client says that its request is complete, and nothing more: when it is gone, the stream is closed. */
  override onClientEnd(): void {}
  override offClientEnd(): void {}

  /**
   * The timers of node's streams count whatever is sent on the whole connection, so a stream that is stalled would wait
   * for ever beside one that is not. What is looked at here is the stream alone.
   */
  override isOverdue(timeoutMs: number): boolean {
    const { queuedBytes } = this
    if (queuedBytes === 0) return false
    this.#stall ??= new Stall()
    return this.#stall.isLongerThan(timeoutMs, this.eventBytes - queuedBytes)
  }

  override cut(): void {
    abortStream(this.socket)
  }

  /** The stream is closed, whatever was under way. */
  close(): void {
    this.endResponse()
  }
}
