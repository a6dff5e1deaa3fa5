import type { IncomingHttpHeaders, ServerHttp2Session, ServerHttp2Stream } from 'node:http2'
import type { Socket } from 'node:net'
import { resetConnection } from '#http/connection/linger.js'
import type { ListenerLimits } from '#http/limits/listener-limits.js'

/** Receives a new stream, with its parsed and raw headers. */
export type StreamListener = (
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
  flags: number,
  rawHeaders: readonly string[],
) => void

/** One HTTP/2 connection and its pending responses. */
export class Session {
  readonly socket: Socket
  readonly #session: ServerHttp2Session
  /** The socket below TLS. */
  readonly #wire: Socket
  readonly #limits: ListenerLimits
  /** Number of pending responses. */
  #underWay = 0
  readonly #resets = new ResetRate()
  /** Number of requests. */
  #requests = 0
  /** The number at the last inspection. */
  #requestsSeen = 0
  /** Start of the idle time, in milliseconds. */
  #idleSince = performance.now()
  /** Start of the time in which the client has read no frames. */
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

  /** A request ended with its response, or the client reset it. */
  end(isComplete: boolean): void {
    this.#underWay--
    if (!isComplete && this.#resets.count()) this.reset()
  }

  /**
   * Sends a GOAWAY with the last request that is served; clients repeat later ones on other connections. The connection
   * closes after its last pending response.
   */
  close(): void {
    if (!this.#session.closed) this.#session.close()
  }

  /** Closes the connection now and frees its kernel buffers. */
  reset(): void {
    // A closed session may still wait for its peer.
    if (this.socket.destroyed) return
    resetConnection(this.socket, this.#wire)
    this.#session.destroy()
  }

  /** Closes the connection if it is idle or unread for too long. Call this periodically. */
  inspect(): void {
    const now = performance.now()
    if (this.#isStuck(now)) this.reset()
    else if (this.#underWay > 0 || this.#requests !== this.#requestsSeen) this.#idleSince = now
    else if (now - this.#idleSince > this.#timeoutMs) {
      // The client had time to read the GOAWAY.
      if (this.#session.closed) this.reset()
      else this.close()
    }
    this.#requestsSeen = this.#requests
  }

  /** Data that wait for a stream window do not count: the stream handles those. */
  #isStuck(now: number): boolean {
    if ((this.#session.state.outboundQueueSize ?? 0) === 0) this.#stuckSince = undefined
    else this.#stuckSince ??= now
    return this.#stuckSince !== undefined && now - this.#stuckSince > this.#limits.sendTimeoutMs
  }

  get #timeoutMs(): number {
    return this.#requests > 0 ? this.#limits.keepAliveTimeoutMs : this.#limits.headersTimeoutMs
  }
}

/** Burst size and rate per second of resets. */
const BATCH_SIZE = 500
const PER_SECOND = 20

/**
 * Limits how often a client resets pending requests. A request costs the server more than its reset costs the client,
 * and reset requests do not count as pending.
 */
export class ResetRate {
  #left = BATCH_SIZE
  #countedAt = performance.now()

  /** Counts a reset. Returns whether the rate is too high. */
  count(): boolean {
    const now = performance.now()
    this.#left = Math.min(BATCH_SIZE, this.#left + ((now - this.#countedAt) / 1000) * PER_SECOND) - 1
    this.#countedAt = now
    return this.#left < 0
  }
}
