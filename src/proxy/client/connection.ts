import { type Duplex, Readable } from 'node:stream'
import { TLSSocket } from 'node:tls'
import { RequestBody } from './request-body.js'
import { UpstreamResponse } from './response.js'
import { type BodySource, ResponseBody } from './response-body.js'
import { type ResponseHead, ResponseParser, type ResponseParts } from './response-parser.js'

/** The other server did not connect or respond in time. */
export class UpstreamTimeout extends Error {
  override readonly name = 'UpstreamTimeout'
}

/** What a `Connection` needs of its socket: a TCP or TLS socket, or a stream of a tunnel. */
export type UpstreamSocket = Duplex & {
  readonly connecting?: boolean
  setTimeout(milliseconds: number): unknown
}

/** Receives the end of a request: one of these calls. */
export interface ResponseHandler {
  onResponse(response: UpstreamResponse): void
  /** The other server switched protocols, whether it was asked to or not. */
  onSwitch(head: ResponseHead, socket: Duplex): void
  /** There is no response. `isUnread`: the connection was closed while it was idle, before the request arrived. */
  onFailure(error: Error, isUnread: boolean): void
}

export interface SentRequest {
  readonly method: string
  readonly head: string
  readonly body: Buffer | Readable | undefined
  readonly isChunked: boolean
}

export interface ConnectionOptions {
  /** How long it may be idle. */
  readonly idleMs: number
  readonly onIdle: (connection: Connection) => void
  readonly onClose: (connection: Connection) => void
}

/** Servers close idle connections a moment earlier than they say. */
const KEEP_ALIVE_MARGIN_MS = 1000

/** A persistent connection to another server, with one request at a time. */
export class Connection implements ResponseParts, BodySource {
  readonly #socket: UpstreamSocket
  readonly #options: ConnectionOptions
  readonly #parser = new ResponseParser(this)
  #handler: ResponseHandler | undefined
  #isReused = false
  #isSending = false
  /** Whether bytes of the current response have arrived. */
  #isAnswered = false
  #head: ResponseHead | undefined
  /** Those of the body that nobody has received yet. */
  #parts: Buffer[] = []
  #isComplete = false
  #body: ResponseBody | undefined
  #error: Error | undefined
  #idleMs: number

  constructor(socket: UpstreamSocket, options: ConnectionOptions) {
    this.#socket = socket
    this.#options = options
    this.#idleMs = options.idleMs
    socket.setTimeout(options.idleMs)
    socket.on('data', this.#onData)
    socket.on('end', this.#onSocketEnd)
    socket.on('timeout', this.#onTimeout)
    socket.on('error', (error) => {
      this.#error = error
    })
    socket.on('close', () => {
      options.onClose(this)
      this.#fail(this.#error ?? new Error('the connection was closed'), this.#isReused && !this.#isAnswered)
    })
  }

  get isOpen(): boolean {
    return this.#socket.writable && !this.#socket.destroyed
  }

  /** Fails if the connection is not open in time. */
  limitConnecting(milliseconds: number): void {
    const socket = this.#socket
    if (!socket.connecting) return
    const giveUp = () => this.close(new UpstreamTimeout('no connection in time'))
    const timer = setTimeout(giveUp, milliseconds)
    const stop = () => clearTimeout(timer)
    socket.once(socket instanceof TLSSocket ? 'secureConnect' : 'connect', stop)
    socket.once('close', stop)
  }

  /** The connection must be idle. */
  send({ method, head, body, isChunked }: SentRequest, handler: ResponseHandler): void {
    const socket = this.#socket
    this.#handler = handler
    this.#isAnswered = false
    this.#isComplete = false
    this.#parser.begin(method)
    if (body === undefined) {
      socket.write(head, 'latin1')
      return
    }
    socket.cork()
    socket.write(head, 'latin1')
    if (body instanceof Readable) {
      this.#isSending = true
      body.pipe(new RequestBody(socket, isChunked)).once('finish', () => {
        this.#isSending = false
      })
    } else {
      socket.write(body)
    }
    socket.uncork()
  }

  pause(): void {
    this.#socket.pause()
  }

  resume(): void {
    this.#socket.resume()
  }

  /** A request that is under way fails with the error. */
  close(error?: Error): void {
    this.#socket.destroy()
    if (error !== undefined) this.#fail(error)
  }

  onHead(head: ResponseHead): void {
    this.#head = head
  }

  onBody(bytes: Buffer): void {
    if (this.#body === undefined) this.#parts.push(bytes)
    else this.#body.add(bytes)
  }

  onEnd(): void {
    this.#isComplete = true
  }

  readonly #onData = (bytes: Buffer): void => {
    if (this.#handler === undefined) {
      // Nobody asked.
      this.close()
      return
    }
    this.#isAnswered = true
    this.#parse(() => this.#parser.push(bytes))
  }

  readonly #onSocketEnd = (): void => {
    if (this.#handler !== undefined && this.#isAnswered) this.#parse(() => this.#parser.end())
    this.#socket.destroy()
  }

  readonly #onTimeout = (): void => {
    if (this.#handler === undefined) this.#socket.destroy()
  }

  #parse(parse: () => void): void {
    try {
      parse()
    } catch (error) {
      this.close(error as Error)
      return
    }
    this.#deliver()
  }

  #deliver(): void {
    const handler = this.#handler
    const head = this.#head
    const body = this.#body
    this.#head = undefined
    if (this.#isComplete && head?.statusCode !== 101) this.#finish()
    if (head === undefined) {
      if (this.#isComplete) body?.complete()
      return
    }
    const parts = this.#parts
    this.#parts = []
    if (head.statusCode === 101) this.#switch(head)
    else if (this.#isComplete) handler?.onResponse(new UpstreamResponse(head, joined(parts)))
    else {
      this.#body = new ResponseBody(this)
      for (const part of parts) this.#body.add(part)
      handler?.onResponse(new UpstreamResponse(head, this.#body))
    }
  }

  /** The next request may come, unless the other server still waits for the rest of this one. */
  #finish(): void {
    this.#handler = undefined
    this.#body = undefined
    const { isReusable, keepAliveMs } = this.#parser
    const idleMs = Math.min(this.#options.idleMs, keepAliveMs - KEEP_ALIVE_MARGIN_MS)
    if (this.#isSending || !isReusable || idleMs <= 0) {
      this.#socket.destroy()
      return
    }
    this.#isReused = true
    if (idleMs !== this.#idleMs) this.#socket.setTimeout(idleMs)
    this.#idleMs = idleMs
    this.#socket.resume()
    this.#options.onIdle(this)
  }

  #switch(head: ResponseHead): void {
    const socket = this.#socket
    const handler = this.#handler
    this.#handler = undefined
    socket.off('data', this.#onData)
    socket.off('end', this.#onSocketEnd)
    socket.off('timeout', this.#onTimeout)
    socket.setTimeout(0)
    socket.pause()
    const { rest } = this.#parser
    if (rest.length > 0) socket.unshift(rest)
    handler?.onSwitch(head, socket)
  }

  #fail(error: Error, isUnread = false): void {
    const handler = this.#handler
    const body = this.#body
    this.#handler = undefined
    this.#body = undefined
    if (body !== undefined) body.destroy(error)
    else handler?.onFailure(error, isUnread)
  }
}

const joined = (parts: readonly Buffer[]) =>
  parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts)
