import type { ServerResponse } from 'node:http'
import { Http1Channel } from './http1-channel.js'
import { closeIfIdle } from './linger.js'

/** Maximum number of requests queued behind a watch. The connection of a watch is never paused. */
const MAX_BEHIND_STREAM = 100

/** Approximate memory of a queued request: message, headers and response object. */
const WAITING_REQUEST_BYTES = 4096

/**
 * A connection that node's HTTP server parses, after its first request that `http1/http1-connection.ts` does not
 * support. Requests are served in order: a pipelined request waits here, and the connection is paused meanwhile. So a
 * client that sends without reading stops itself; one socket read holds at most about 2,400 requests.
 */
export class Connection extends Http1Channel {
  #current: ServerResponse | undefined
  readonly #waiting: ServerResponse[] = []
  #isPausable = false
  /** Whether the parser rejected the input. */
  isBroken = false

  /**
   * A watch may be silent for hours, and only reading shows that its client is gone. So a paused connection is
   * resumed.
   */
  override beginStream(): void {
    super.beginStream()
    if (this.#isPausable) this.socket.resume()
  }

  /** The last request without a response. */
  get last(): ServerResponse | undefined {
    return this.#waiting.at(-1) ?? this.#current
  }

  protected override get ownBytes(): number {
    return super.ownBytes + this.#waiting.length * WAITING_REQUEST_BYTES
  }

  /** A request arrived. Returns whether to serve it now. */
  arrive(response: ServerResponse): boolean {
    if (this.#current === undefined) {
      this.#current = response
      return true
    }
    this.#waiting.push(response)
    if (this.isStreaming) {
      if (this.#waiting.length > MAX_BEHIND_STREAM) this.socket.destroy()
    } else if (!this.#current.writableEnded || this.#waiting.length > 1) {
      // Over TLS a client often has its response before this side notices. A pause is not worth it for the next
      // request.
      this.#pause()
    }
    return false
  }

  isCurrent(response: ServerResponse): boolean {
    return this.#current === response
  }

  /** The current response ended. Returns the next request to serve. */
  next(): ServerResponse | undefined {
    this.#current = this.#waiting.shift()
    this.endResponse()
    if (this.#isPausable && this.#waiting.length === 0) this.socket.resume()
    return this.#current
  }

  /** The connection closes after its last pending response, if that can still announce it. */
  drain(): void {
    const { last } = this
    if (last?.headersSent === false) last.shouldKeepAlive = false
  }

  /** Graceful shutdown: the connection closes after its last pending response, or if no request arrives in time. */
  stop(waitMs: number): void {
    this.drain()
    closeIfIdle(this.socket, () => this.last === undefined, waitMs)
  }

  override onTimeout(): boolean {
    if (this.#current !== undefined) return super.onTimeout()
    // The connection is idle.
    this.socket.destroy()
    return false
  }

  close(): void {
    this.#current = undefined
    this.#waiting.length = 0
    this.endResponse()
  }

  /**
   * The current request has arrived in full when another one follows it, so the connection can be paused. Node
   * resumes it at the end of every request; hence the listener.
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
