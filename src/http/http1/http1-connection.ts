import type { Socket } from 'node:net'
import { respondRaw } from '#http/connection/client-error.js'
import { Http1Channel } from '#http/connection/http1-channel.js'
import { closeIfIdle } from '#http/connection/linger.js'
import type { ListenerLimits } from '#http/limits/listener-limits.js'
import type { UnsentBudget } from '#http/limits/unsent-budget.js'
import { ApiError, badRequest } from '#meta/api-error.js'
import { Http1Request, Http1Response, type ResponseChannel } from './http1-response.js'
import { type NoHead, type RequestHead, RequestHeads } from './request-head.js'
import type { ResponseCoalescer } from './response-coalescer.js'
import type { ResponseHeads } from './response-heads.js'

const NO_BYTES = Buffer.alloc(0)

/** Longer bodies are handed to node's server. */
const MAX_BODY_LENGTH = 64 * 1024
/** Maximum chunks of one request. Each chunk copies those before it. */
const MAX_PIECES = 16
/** Maximum chunks queued behind a watch, whose connection is never paused. */
const MAX_BEHIND_STREAM = 100

export interface Http1ConnectionOptions {
  readonly budget: UnsentBudget
  readonly limits: ListenerLimits
  readonly heads: ResponseHeads
  readonly coalescer: ResponseCoalescer
  /** Bytes arrived: call `takeRequest` in this turn of the event loop. */
  readonly onBytes: (connection: Http1Connection) => void
  /** Node's server takes over the connection, starting with the unread bytes. */
  readonly onFallback: (connection: Http1Connection, unread: Buffer) => void
  /** The send timeout expired. */
  readonly onSlow: (connection: Http1Connection) => void
  readonly onClosed: (connection: Http1Connection) => void
}

/**
 * A connection with its own parser instead of node's HTTP server, which takes as much time for a small request as the
 * rest of the server. The parser supports what nearly all clients send: a canonical head, a small body of known
 * length, keep-alive. At the first other request, node's server takes over the connection. A request is parsed when
 * it has arrived in full.
 *
 * Incoming bytes are only buffered. The connections of a turn are parsed one after the other, which keeps the parser
 * in the instruction cache.
 *
 * Requests are served in order. Pipelined requests wait unparsed, and the connection is paused, so they cost only a
 * few socket reads.
 */
export class Http1Connection extends Http1Channel implements ResponseChannel {
  readonly heads: ResponseHeads
  readonly coalescer: ResponseCoalescer
  readonly #parts: Http1ConnectionOptions
  readonly #requestHeads = new RequestHeads()
  #current: Http1Response | undefined
  /** Bytes that are not parsed yet. */
  #unread: Buffer = NO_BYTES
  #pieces = 0
  /** Whether `onBytes` was called in this turn. */
  #isQueued = false
  #hasServed = false
  /** How long a connection that stops waits for a further request; undefined for others. */
  #stopMs: number | undefined
  #isLeftToNode = false
  #isPaused = false
  /** Start of the idle time, as of the last inspection. */
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
    // `close` follows every error.
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
    // The response began before the end was decided.
    if (this.#stopMs !== undefined) this.stop(this.#stopMs)
  }

  /** Returns the response object of the next complete request, if there is one. */
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

  /** The connection closes after the current response, if that can still announce it. */
  drain(): void {
    if (this.#current?.headersSent === false) this.#current.shouldKeepAlive = false
  }

  /** Graceful shutdown: the connection closes after the current response, or if no request arrives in time. */
  stop(waitMs: number): void {
    this.drain()
    this.#stopMs = waitMs
    closeIfIdle(this.socket, () => this.#isIdle(), waitMs)
  }

  #isIdle(): boolean {
    return !this.#isBusy() && this.#unread.length === 0 && !this.#isLeftToNode
  }

  /** Enforces the header and keep-alive timeouts. */
  inspect(now: number): void {
    if (this.#isBusy() || this.socket.writableEnded) return
    if (this.#unread.length > 0) {
      // Node enforces the timeout of the rest.
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
    // The connection is closing.
    if (this.socket.writableEnded) return
    this.#idleSince = undefined
    this.#unread = this.#unread.length === 0 ? bytes : Buffer.concat([this.#unread, bytes])
    this.#pieces++
    if (!this.#isBusy()) this.#queue()
    else if (!this.isStreaming) this.#pause()
    else if (this.#pieces > MAX_BEHIND_STREAM || this.#unread.length > MAX_BODY_LENGTH) this.socket.destroy()
  }

  /** Whether a request is in progress or queued. */
  #isBusy(): boolean {
    return this.#current !== undefined || this.#isQueued
  }

  #queue(): void {
    this.#isQueued = true
    this.#parts.onBytes(this)
  }

  /** The head of the next complete request. */
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

  /** Hands the connection and its unread bytes to node's server. */
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

  /** The client half-closed the connection. It still gets its responses. */
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
