import type { Socket } from 'node:net'
import { ApiError, badRequest } from '../../meta/api-error.js'
import { answerRaw } from '../client-error.js'
import { Http1Channel } from '../http1-channel.js'
import type { ListenerLimits } from '../listener-limits.js'
import type { UnsentBudget } from '../unsent-budget.js'
import type { AnswerHeads } from './answer-head.js'
import { DirectRequest } from './direct-request.js'
import { type AnswerChannel, DirectResponse } from './direct-response.js'
import type { Outbox } from './outbox.js'
import { RequestHeads } from './request-head.js'

const EMPTY_LINE = '\r\n\r\n'
const NO_BYTES = Buffer.alloc(0)

/** Longer bodies are worked on in ways of their own. */
const LONGEST_BODY = 64 * 1024
/** In how many pieces a request may come. Each copies those before it. */
const MOST_PIECES = 16
/** In how many pieces something may wait behind a stream of events, which lasts for long and is read from all the same. */
const MOST_BEHIND_STREAM = 100

export interface DirectConnectionParts {
  readonly budget: UnsentBudget
  readonly limits: ListenerLimits
  readonly heads: AnswerHeads
  readonly outbox: Outbox
  /** A request has arrived. */
  readonly onRequest: (response: DirectResponse) => void
  /** What comes next on the connection, beginning with what was not read yet, is left to node's server. */
  readonly onUnusual: (connection: DirectConnection, unread: Buffer) => void
  /** The client has taken nothing for too long. */
  readonly onSlow: (connection: DirectConnection) => void
  readonly onClosed: (connection: DirectConnection) => void
}

/**
 * A connection whose requests are read here, without node's HTTP server, which takes as much time for a small request as all
 * the rest of the server does. What is read here is what nearly all clients send: a head in the recommended form, a body of a
 * known, small length, on a connection that goes on. From the first request on that is anything else, the connection is left
 * to node's server, and to all that node knows of HTTP. A request is looked at when all of it has arrived.
 *
 * Requests are answered one after the other. What is sent before the answer to the request before has left waits here,
 * unread, and the connection is not read from meanwhile: it costs what the bytes of a few reads from its socket cost.
 */
export class DirectConnection extends Http1Channel implements AnswerChannel {
  readonly heads: AnswerHeads
  readonly outbox: Outbox
  readonly #parts: DirectConnectionParts
  readonly #requestHeads = new RequestHeads()
  #current: DirectResponse | undefined
  /** What has arrived and was not looked at, or is not complete. */
  #unread: Buffer = NO_BYTES
  #pieces = 0
  #hasServed = false
  #isLeftToNode = false
  #isPaused = false
  /** Since when nothing has come, as far as that was looked at. */
  #idleSince: number | undefined = performance.now()

  constructor(socket: Socket, wire: Socket, parts: DirectConnectionParts) {
    super(socket, wire, parts.budget, parts.limits)
    this.#parts = parts
    this.heads = parts.heads
    this.outbox = parts.outbox
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

  onAnswered(response: DirectResponse): void {
    if (this.#current !== response) return
    this.#current = undefined
    this.endAnswer()
    response.close()
    if (!response.shouldKeepAlive) {
      this.socket.destroySoon()
      return
    }
    if (this.#unread.length > 0) this.#read()
    if (this.#current !== undefined || this.#isLeftToNode) return
    if (this.socket.readableEnded) this.#onEnd()
    else this.#resume()
  }

  /** The server is about to stop: the connection ends with the answer under way, or now. */
  stop(): void {
    if (this.#current === undefined) this.socket.destroy()
    else this.#current.shouldKeepAlive = false
  }

  /** Looks whether a request is late, or the connection has been idle for too long. */
  inspect(now: number): void {
    if (this.#current !== undefined || this.socket.writableEnded) return
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
    else answerRaw(this.socket, new ApiError('requestTimeout', 'the request did not arrive in time'))
  }

  readonly #onData = (bytes: Buffer): void => {
    // The connection is about to end, and only waits for its client to see that.
    if (this.socket.writableEnded) return
    this.#idleSince = undefined
    this.#unread = this.#unread.length === 0 ? bytes : Buffer.concat([this.#unread, bytes])
    this.#pieces++
    if (this.#current === undefined) this.#read()
    else if (!this.isStreaming) this.#pause()
    else if (this.#pieces > MOST_BEHIND_STREAM || this.#unread.length > LONGEST_BODY) this.socket.destroy()
  }

  /** Begins with the next request, if all of it has arrived. */
  #read(): void {
    const bytes = this.#unread
    const { maxHeaderBytes, maxBodyBytes } = this.limits
    const end = bytes.indexOf(EMPTY_LINE)
    if (end < 0) {
      if (bytes.length > maxHeaderBytes || this.#pieces > MOST_PIECES) this.#leaveToNode()
      return
    }
    const head = end > maxHeaderBytes ? undefined : this.#requestHeads.read(bytes.toString('latin1', 0, end))
    if (head === undefined || head.fields.contentLength > Math.min(LONGEST_BODY, maxBodyBytes)) {
      this.#leaveToNode()
      return
    }
    const bodyStart = end + EMPTY_LINE.length
    const bodyEnd = bodyStart + head.fields.contentLength
    if (bytes.length < bodyEnd) {
      if (this.#pieces > MOST_PIECES) this.#leaveToNode()
      return
    }
    const body = bodyEnd === bodyStart ? NO_BYTES : bytes.subarray(bodyStart, bodyEnd)
    this.#unread = bytes.length === bodyEnd ? NO_BYTES : bytes.subarray(bodyEnd)
    this.#pieces = 0
    this.#hasServed = true
    this.#current = new DirectResponse(new DirectRequest(this.socket, head, body), this)
    this.#parts.onRequest(this.#current)
  }

  /** Node's server goes on with what was not read yet. */
  #leaveToNode(): void {
    this.#isLeftToNode = true
    const { socket } = this
    socket.off('data', this.#onData)
    socket.off('end', this.#onEnd)
    socket.off('timeout', this.#onSocketTimeout)
    socket.off('close', this.#onClose)
    this.#parts.onUnusual(this, this.#unread)
    this.#resume()
  }

  /** The client sends no more. It still gets its answers. */
  readonly #onEnd = (): void => {
    if (this.#current !== undefined) return
    if (this.#unread.length === 0) this.socket.end()
    else answerRaw(this.socket, badRequest('the request is not HTTP: it ends too early'))
  }

  readonly #onSocketTimeout = (): void => {
    if (this.onTimeout()) this.#parts.onSlow(this)
  }

  readonly #onClose = (): void => {
    const response = this.#current
    this.#current = undefined
    this.endAnswer()
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
