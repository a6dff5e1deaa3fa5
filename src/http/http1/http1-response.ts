import type { IncomingHttpHeaders } from 'node:http'
import type { Socket } from 'node:net'
import type { Writable } from 'node:stream'
import type { Channel } from '#http/connection/channel.js'
import type { HttpResponse, WholeRequest } from '#http/request/exchange.js'
import type { FlowHeaders } from '#http/response/flow-headers.js'
import type { RequestHead } from './request-head.js'
import { ResponseBody } from './response-body.js'
import type { HeldResponse, ResponseCoalescer } from './response-coalescer.js'
import type { HeaderValue, ResponseHeads } from './response-heads.js'

/** Up to this length, head and body are joined in one pooled buffer and one write. */
const MAX_COPY_LENGTH = Buffer.poolSize / 2 - 512

const NOTHING = Buffer.alloc(0)

export interface ResponseChannel extends Channel {
  readonly heads: ResponseHeads
  readonly coalescer: ResponseCoalescer
  /** The whole response was written to the socket. */
  onResponseSent(response: Http1Response): void
}

const hasBody = (code: number) => code !== 204 && code !== 304

/** The response to a request of `Http1Connection`. */
export class Http1Response implements HttpResponse, HeldResponse {
  readonly req: Http1Request
  readonly channel: ResponseChannel
  shouldKeepAlive = true
  headersSent = false
  chunkedEncoding = false
  #isEnded = false
  #isClosed = false
  /** By lower-case name. */
  #headers: Map<string, readonly [string, HeaderValue]> | undefined
  #body: ResponseBody | undefined
  /** Head and body or, for a long body, only the head. */
  #whole: Buffer = NOTHING
  #longBody: Buffer | undefined
  #closeListeners: (() => void)[] | undefined

  constructor(request: Http1Request, channel: ResponseChannel) {
    this.req = request
    this.channel = channel
  }

  get writableEnded(): boolean {
    return this.#isEnded || this.#body?.writableEnded === true
  }

  get destroyed(): boolean {
    return this.#isClosed || this.req.socket.destroyed
  }

  /** Bytes of the body that are not written yet. */
  get waitingBytes(): number {
    return this.#body?.writableLength ?? 0
  }

  setHeader(name: string, value: string | readonly string[]): void {
    this.#headers ??= new Map()
    this.#headers.set(name.toLowerCase(), [name, value])
  }

  appendHeader(name: string, value: string): void {
    const [, before] = this.#headers?.get(name.toLowerCase()) ?? []
    this.setHeader(name, before === undefined ? value : [before as string, value].flat())
  }

  /** Sends a whole body if no header was set and the connection stays open; otherwise returns false. */
  sendWhole(
    code: number,
    contentType: string,
    body: Buffer,
    auditId: string | undefined,
    flow: FlowHeaders | undefined,
  ): boolean {
    if (this.#headers !== undefined || !this.shouldKeepAlive || this.headersSent) return false
    const head = this.channel.heads.ofWhole(code, contentType, body.length, auditId, flow?.lines)
    this.#sendInOne(head, body)
    return true
  }

  sendAll(code: number, headers: Readonly<Record<string, string | number>>, body: Buffer): void {
    const all = this.#addHeaders(headers)
    if (hasBody(code) && !all.has('content-length'))
      all.set('content-length', ['Content-Length', body.length])
    this.#sendInOne(this.channel.heads.of(code, all.values(), !this.shouldKeepAlive), body)
  }

  #sendInOne(head: string, body: Buffer): void {
    this.headersSent = true
    this.#isEnded = true
    if (body.length <= MAX_COPY_LENGTH) {
      const bytes = Buffer.allocUnsafe(head.length + body.length)
      bytes.write(head, 0, 'latin1')
      bytes.set(body, head.length)
      this.#whole = bytes
    } else {
      this.#whole = Buffer.from(head, 'latin1')
      this.#longBody = body
    }
    this.channel.coalescer.add(this)
  }

  send(): void {
    const { socket } = this.req
    if (this.#longBody === undefined) {
      socket.write(this.#whole)
    } else {
      socket.cork()
      socket.write(this.#whole)
      socket.write(this.#longBody)
      socket.uncork()
    }
  }

  onSent(): void {
    const { socket } = this.req
    if (socket.writableNeedDrain) socket.once('drain', () => this.channel.onResponseSent(this))
    else this.channel.onResponseSent(this)
  }

  writeHead(code: number, headers: Readonly<Record<string, string | number>>): Writable {
    const all = this.#addHeaders(headers)
    this.chunkedEncoding = hasBody(code) && !all.has('content-length')
    if (this.chunkedEncoding) all.set('transfer-encoding', ['Transfer-Encoding', 'chunked'])
    const head = this.channel.heads.of(code, all.values(), !this.shouldKeepAlive)
    this.headersSent = true
    this.#body = new ResponseBody(this.req.socket, head, this.chunkedEncoding)
    this.#body.once('finish', () => this.channel.onResponseSent(this))
    return this.#body
  }

  #addHeaders(
    headers: Readonly<Record<string, string | number>>,
  ): Map<string, readonly [string, HeaderValue]> {
    const all = this.#headers ?? new Map<string, readonly [string, HeaderValue]>()
    for (const name in headers) all.set(name.toLowerCase(), [name, headers[name] as string | number])
    if (all.get('connection')?.[1] === 'close') this.shouldKeepAlive = false
    all.delete('connection')
    return all
  }

  flushHeaders(): void {
    this.#body?.sendHead()
  }

  /** Node's server handles requests with `Expect`. */
  writeContinue(): void {}

  end(body: Buffer | string = ''): void {
    if (this.writableEnded) return
    const bytes = typeof body === 'string' ? Buffer.from(body) : body
    const rest = this.#body ?? this.writeHead(200, { 'Content-Length': bytes.length })
    rest.end(bytes)
  }

  destroy(): void {
    this.req.socket.destroy()
  }

  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#body?.destroy()
    const listeners = this.#closeListeners
    if (listeners === undefined) return
    this.#closeListeners = undefined
    process.nextTick(() => {
      for (const listener of listeners) listener()
    })
  }

  on(_event: 'close', listener: () => void): void {
    if (this.#isClosed) process.nextTick(listener)
    else if (this.#closeListeners === undefined) this.#closeListeners = [listener]
    else this.#closeListeners.push(listener)
  }

  once(event: 'close', listener: () => void): void {
    this.on(event, listener)
  }
}

/** A request of `Http1Connection`, with its whole body. */
export class Http1Request implements WholeRequest {
  readonly method: string
  url: string
  headers: IncomingHttpHeaders
  rawHeaders: readonly string[]
  readonly httpVersion = '1.1'
  readonly complete = true
  readonly socket: Socket
  readonly whole: Buffer

  constructor(socket: Socket, { method, url, fields }: RequestHead, body: Buffer) {
    this.socket = socket
    this.method = method
    this.url = url
    this.headers = fields.headers
    this.rawHeaders = fields.raw
    this.whole = body
  }
}
