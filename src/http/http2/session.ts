import type { IncomingHttpHeaders, ServerHttp2Session, ServerHttp2Stream } from 'node:http2'
import type { Socket } from 'node:net'
import { resetConnection } from '#http/connection/linger.js'
import type { ListenerLimits } from '#http/limits/listener-limits.js'

/** Is told of a stream, with its headers as an object and as they came. */
export type StreamListener = (
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
  flags: number,
  rawHeaders: readonly string[],
) => void

/** One connection of a client that speaks HTTP/2, and the responses that are under way on it. */
export class Session {
  readonly socket: Socket
  readonly #session: ServerHttp2Session
  /** The socket below that of TLS. */
  readonly #wire: Socket
  readonly #limits: ListenerLimits
  /** How many responses are under way. */
  #underWay = 0
  readonly #resets = new ResetRate()
  /** How many requests have come. */
  #requests = 0
  /** The same when the connection was last inspected. */
  #requestsSeen = 0
  /** When the connection was first seen without a response under way, in milliseconds. */
  #idleSince = performance.now()
  /** Since when frames have waited that the client does not read. */
  #stuckSince: number | undefined

  constructor(session: ServerHttp2Session, socket: Socket, wire: Socket, limits: ListenerLimits) {
    this.#session = session
    this.socket = socket
    this.#wire = wire
    this.#limits = limits
  }

  begin(): void {
    this.#requests++
    this.#underWay++
  }

  /** A request is answered, or was taken back before. */
  end(isComplete: boolean): void {
    this.#underWay--
    if (!isComplete && this.#resets.count()) this.reset()
  }

  /** Takes no further requests. The connection ends with the last response under way. */
  close(): void {
    if (!this.#session.closed) this.#session.close()
  }

  /** Ends the connection now, so that nothing of it is left in the kernel either. */
  reset(): void {
    // A session that is closed may still wait for its peer to close the connection.
    if (this.socket.destroyed) return
    resetConnection(this.socket, this.#wire)
    this.#session.destroy()
  }

  /** Ends the connection if its client leaves it idle, or does not read from it, for too long. To be called now and then. */
  inspect(): void {
    const now = performance.now()
    if (this.#isStuck(now)) this.reset()
    else if (this.#underWay > 0 || this.#requests !== this.#requestsSeen) this.#idleSince = now
    else if (now - this.#idleSince > this.#timeoutMs) {
      // The client has had its time to read of the end.
      if (this.#session.closed) this.reset()
      else this.close()
    }
    this.#requestsSeen = this.#requests
  }

  /** Data that wait for room in the window of their stream do not count here: that is for the stream to see to. */
  #isStuck(now: number): boolean {
    if ((this.#session.state.outboundQueueSize ?? 0) === 0) this.#stuckSince = undefined
    else this.#stuckSince ??= now
    return this.#stuckSince !== undefined && now - this.#stuckSince > this.#limits.sendTimeoutMs
  }

  get #timeoutMs(): number {
    return this.#requests > 0 ? this.#limits.keepAliveTimeoutMs : this.#limits.headersTimeoutMs
  }
}

/** So many requests may be taken back at once, and so many in every second. */
const BATCH_SIZE = 500
const PER_SECOND = 20

/**
 * How often a client takes back requests that are not answered yet. A request costs the server more than it costs a
 * client to send and to take back, and what was taken back does not count among those that are under way.
 */
export class ResetRate {
  #left = BATCH_SIZE
  #countedAt = performance.now()

  /** A request was taken back. Returns whether that is more often than can be put up with. */
  count(): boolean {
    const now = performance.now()
    this.#left = Math.min(BATCH_SIZE, this.#left + ((now - this.#countedAt) / 1000) * PER_SECOND) - 1
    this.#countedAt = now
    return this.#left < 0
  }
}
