import type { Socket } from 'node:net'
import { respondRaw } from '#http/connection/client-error.js'
import { Http1Channel } from '#http/connection/http1-channel.js'
import type { ListenerLimits } from '#http/limits/listener-limits.js'
import type { UnsentBudget } from '#http/limits/unsent-budget.js'
import { ApiError, badRequest } from '#meta/api-error.js'
import { Http1Request, Http1Response, type ResponseChannel } from './http1-response.js'
import { type NoHead, type RequestHead, RequestHeads } from './request-head.js'
import type { ResponseCoalescer } from './response-coalescer.js'
import type { ResponseHeads } from './response-heads.js'

const NO_BYTES = Buffer.alloc(0)

/** Longer bodies are worked on in ways of their own. */
const MAX_BODY_LENGTH = 64 * 1024
/** In how many pieces a request may come. Each copies those before it. */
const MAX_PIECES = 16
/** In how many pieces something may wait behind a stream of events, which lasts for long and is read from all the same. */
const MAX_BEHIND_STREAM = 100

export interface Http1ConnectionOptions {
  readonly budget: UnsentBudget
  readonly limits: ListenerLimits
  readonly heads: ResponseHeads
  readonly coalescer: ResponseCoalescer
  /** Bytes have arrived: the connection is to be asked for its request in this turn of the event loop. */
  readonly onBytes: (connection: Http1Connection) => void
  /** What comes next on the connection, beginning with what was not read yet, is left to node's server. */
  readonly onFallback: (connection: Http1Connection, unread: Buffer) => void
  /** The client has taken nothing for too long. */
  readonly onSlow: (connection: Http1Connection) => void
  readonly onClosed: (connection: Http1Connection) => void
}

/**
 * A connection whose requests are read here, without node's HTTP server, which takes as much time for a small request as all
 * the rest of the server does. What is read here is what nearly all clients send: a head in the recommended form, a body of a
 * known, small length, on a connection that goes on. From the first request on that is anything else, the connection is left
 * to node's server, and to all that node knows of HTTP. A request is looked at when all of it has arrived.
 *
 * Bytes that arrive are only kept. They are read when the connections that have some are asked for their requests, one after
 * the other: the code for that is in the caches of the processor then, and is not between two reads from sockets.
 *
 * Requests are answered one after the other. What is sent before the response to the request before has left waits here,
 * unread, and the connection is not read from meanwhile: it costs what the bytes of a few reads from its socket cost.
 */
export class Http1Connection extends Http1Channel implements ResponseChannel {
  readonly heads: ResponseHeads
  readonly coalescer: ResponseCoalescer
  readonly #parts: Http1ConnectionOptions
  readonly #requestHeads = new RequestHeads()
  #current: Http1Response | undefined
  /** What has arrived and was not looked at, or is not complete. */
  #unread: Buffer = NO_BYTES
  #pieces = 0
  /** Whether the connection is about to be asked for its request. */
  #isQueued = false
  #hasServed = false
  #isLeftToNode = false
  #isPaused = false
  /** Since when nothing has come, as far as that was looked at. */
  #idleSince: number | undefined = performance.now()

  constructor(socket: Socket, wire: Socket, parts: Http1ConnectionOptions) {
    super(socket, wire, parts.budget, parts.limits)
    this.#parts = parts
    this.heads = parts.heads
    this.coalescer = parts.coalescer
    socket.on('data', this.#onData)
    socket.on('end', this.#onEnd)
    socket.on('timeout', this.#onSocketTimeout)
    socket.on('close', this.#onClose)
    // A connection that fails is closed, which is enough to know.
    socket.on('error', () => undefined)
  }

  override beginStream(): void {
    super.beginStream()
    this.#resume()
  }

  protected override get queuedBytes(): number {
    return Math.max(super.queuedBytes, this.#current?.waitingBytes ?? 0)
  }

  protected override get ownBytes(): number {
    const waiting = this.#current === undefined ? 0 : this.#unread.length + this.socket.readableLength
    return super.ownBytes + waiting
  }

  onResponseSent(response: Http1Response): void {
    if (this.#current !== response) return
    this.#current = undefined
    this.endResponse()
    response.close()
    if (!response.shouldKeepAlive) {
      this.socket.destroySoon()
      return
    }
    if (this.#unread.length > 0) this.#queue()
    else this.#waitForMore()
  }

  /** The request that has arrived, if all of it has, for which a response is to be made. */
  takeRequest(): Http1Response | undefined {
    this.#isQueued = false
    if (!this.socket.writable) return undefined
    const head = this.#readHead()
    if (head === 'fallback') {
      this.#leaveToNode()
      return undefined
    }
    if (head === 'incomplete') {
      this.#waitForMore()
      return undefined
    }
    const bytes = this.#unread
    const bodyEnd = head.length + head.fields.contentLength
    const body = bodyEnd === head.length ? NO_BYTES : bytes.subarray(head.length, bodyEnd)
    this.#unread = bytes.length === bodyEnd ? NO_BYTES : bytes.subarray(bodyEnd)
    this.#pieces = 0
    this.#hasServed = true
    this.#current = new Http1Response(new Http1Request(this.socket, head, body), this)
    return this.#current
  }

  /** The server is about to stop: the connection ends with the response under way, or now. */
  stop(): void {
    if (this.#current !== undefined) this.#current.shouldKeepAlive = false
    else if (!this.#isQueued && !this.#isLeftToNode) this.socket.destroy()
  }

  /** Looks whether a request is late, or the connection has been idle for too long. */
  inspect(now: number): void {
    if (this.#isBusy() || this.socket.writableEnded) return
    if (this.#unread.length > 0) {
      // Node measures how long the rest may take.
      this.#leaveToNode()
      return
    }
    this.#idleSince ??= now
    const { keepAliveTimeoutMs, headersTimeoutMs } = this.limits
    const isOver = now - this.#idleSince >= (this.#hasServed ? keepAliveTimeoutMs : headersTimeoutMs)
    if (!isOver) return
    if (this.#hasServed) this.socket.destroy()
    else respondRaw(this.socket, new ApiError('requestTimeout', 'the request did not arrive in time'))
  }

  readonly #onData = (bytes: Buffer): void => {
    // The connection is about to end, and only waits for its client to see that.
    if (this.socket.writableEnded) return
    this.#idleSince = undefined
    this.#unread = this.#unread.length === 0 ? bytes : Buffer.concat([this.#unread, bytes])
    this.#pieces++
    if (!this.#isBusy()) this.#queue()
    else if (!this.isStreaming) this.#pause()
    else if (this.#pieces > MAX_BEHIND_STREAM || this.#unread.length > MAX_BODY_LENGTH) this.socket.destroy()
  }

  /** Whether a request is being answered, or may be about to. */
  #isBusy(): boolean {
    return this.#current !== undefined || this.#isQueued
  }

  #queue(): void {
    this.#isQueued = true
    this.#parts.onBytes(this)
  }

  /** The head of the next request, if all of the request has arrived. */
  #readHead(): RequestHead | NoHead {
    const bytes = this.#unread
    const { maxHeaderBytes, maxBodyBytes } = this.limits
    const head = this.#requestHeads.read(bytes)
    if (head === 'fallback') return head
    if (head === 'incomplete')
      return bytes.length > maxHeaderBytes || this.#pieces > MAX_PIECES ? 'fallback' : head
    const { contentLength } = head.fields
    if (head.length > maxHeaderBytes || contentLength > Math.min(MAX_BODY_LENGTH, maxBodyBytes))
      return 'fallback'
    if (bytes.length >= head.length + contentLength) return head
    return this.#pieces > MAX_PIECES ? 'fallback' : 'incomplete'
  }

  #waitForMore(): void {
    if (this.socket.readableEnded) this.#onEnd()
    else this.#resume()
  }

  /** Node's server goes on with what was not read yet. */
  #leaveToNode(): void {
    this.#isLeftToNode = true
    const { socket } = this
    socket.off('data', this.#onData)
    socket.off('end', this.#onEnd)
    socket.off('timeout', this.#onSocketTimeout)
    socket.off('close', this.#onClose)
    this.#parts.onFallback(this, this.#unread)
    this.#resume()
  }

  /** The client sends no more. It still gets its responses. */
  readonly #onEnd = (): void => {
    if (this.#isBusy()) return
    if (this.#unread.length === 0) this.socket.end()
    else respondRaw(this.socket, badRequest('the request is not HTTP: it ends too early'))
  }

  readonly #onSocketTimeout = (): void => {
    if (this.onTimeout()) this.#parts.onSlow(this)
  }

  readonly #onClose = (): void => {
    const response = this.#current
    this.#current = undefined
    this.endResponse()
    response?.close()
    this.#parts.onClosed(this)
  }

  #pause(): void {
    this.#isPaused = true
    this.socket.pause()
  }

  #resume(): void {
    if (!this.#isPaused) return
    this.#isPaused = false
    this.socket.resume()
  }
}
