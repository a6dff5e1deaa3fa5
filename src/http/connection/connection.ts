import type { ServerResponse } from 'node:http'
import { Http1Channel } from './http1-channel.js'

/** How many requests may wait behind a stream of events, which lasts for long and is read from all the same. */
const MAX_BEHIND_STREAM = 100

/** What a request that waits takes of the memory, roughly: its message, its headers and the response to be. */
const WAITING_REQUEST_BYTES = 4096

/**
 * A connection whose requests are read by node's HTTP server, from the first one on that is unusual
 * (`http1/http1-connection.ts`). They are answered one after the other: a request that is sent before the response to the
 * one before has left waits here, and the connection is not read from meanwhile. So a client that sends without reading stops
 * itself, and costs what the bytes of one read from its socket cost, which hold some 2,400 requests at most.
 */
export class Connection extends Http1Channel {
  /** The response that is under way. */
  #current: ServerResponse | undefined
  readonly #waiting: ServerResponse[] = []
  #isPausable = false
  /** Whether something arrived that is not HTTP. */
  isBroken = false

  /**
   * A stream of events may have nothing to send for hours, so only by reading does the server learn that its client is
   * gone: a connection that was paused is read from again.
   */
  override beginStream(): void {
    super.beginStream()
    if (this.#isPausable) this.socket.resume()
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
    if (this.isStreaming) {
      if (this.#waiting.length > MAX_BEHIND_STREAM) this.socket.destroy()
    } else if (!this.#current.writableEnded || this.#waiting.length > 1) {
      // Over TLS a client often has its response before this side knows: its next request is worth no pause.
      this.#pause()
    }
    return false
  }

  isCurrent(response: ServerResponse): boolean {
    return this.#current === response
  }

  /** The response under way is over. Returns the request that is to be answered next. */
  next(): ServerResponse | undefined {
    this.#current = this.#waiting.shift()
    this.endResponse()
    if (this.#isPausable && this.#waiting.length === 0) this.socket.resume()
    return this.#current
  }

  /** The server is about to stop: the connection ends with the last response to come, or now. */
  stop(): void {
    const { last } = this
    if (last === undefined) this.socket.destroy()
    else last.shouldKeepAlive = false
  }

  override onTimeout(): boolean {
    if (this.#current !== undefined) return super.onTimeout()
    // The connection was kept for a next request, which has not come.
    this.socket.destroy()
    return false
  }

  /** The connection is closed, whatever was under way. */
  close(): void {
    this.#current = undefined
    this.#waiting.length = 0
    this.endResponse()
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
