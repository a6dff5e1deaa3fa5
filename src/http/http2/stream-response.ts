import type { OutgoingHttpHeaders, ServerHttp2Stream } from 'node:http2'
import { Writable } from 'node:stream'
import type { HttpResponse } from '#http/request/exchange.js'
import { abortStream, LongBody } from './long-body.js'
import type { StreamRequest } from './stream-request.js'

/** Shorter bodies are written at once. */
const LONG_BODY = 256 * 1024

/** An HTTP/2 response with the interface of HTTP/1.1. */
export class StreamResponse implements HttpResponse {
  readonly req: StreamRequest
  readonly chunkedEncoding = false
  shouldKeepAlive = true
  readonly #stream: ServerHttp2Stream
  /** By lower-case name. */
  #headers: Record<string, string | string[]> | undefined
  #longBody: LongBody | undefined

  constructor(request: StreamRequest) {
    this.req = request
    this.#stream = request.socket
  }

  get headersSent(): boolean {
    return this.#stream.headersSent
  }

  /** Bytes of the body that are not written to the stream yet. */
  get waitingBytes(): number {
    return this.#longBody?.waitingBytes ?? 0
  }

  /** Bytes of a long body that were written to the stream. */
  get passedBytes(): number {
    return this.#longBody?.passedBytes ?? 0
  }

  /** Node ends a HEAD response by itself. */
  get writableEnded(): boolean {
    return this.req.method === 'HEAD' ? this.headersSent : this.#stream.writableEnded
  }

  get destroyed(): boolean {
    return this.#stream.destroyed || this.#stream.closed
  }

  setHeader(name: string, value: string | readonly string[]): void {
    this.#headers ??= {}
    // HTTP/2 forbids the `Connection` header.
    if (name === 'Connection') return
    // A list means the same as repeated headers (RFC 9110, 5.3), of which node refuses some.
    this.#headers[name.toLowerCase()] = typeof value === 'string' ? value : value.join(', ')
  }

  appendHeader(name: string, value: string): void {
    const key = name.toLowerCase()
    const before = this.#headers?.[key]
    this.#headers = { ...this.#headers, [key]: before === undefined ? value : [before, value].flat() }
  }

  writeHead(code: number, headers: Readonly<Record<string, string | number>>): Writable {
    // The client may be gone.
    if (this.destroyed) return nowhere()
    this.#stream.respond(this.#headOf(code, headers))
    // Node ended a response without a body.
    if (this.#stream.writableEnded) return nowhere()
    const length = headers['Content-Length']
    if (typeof length === 'number' && length < LONG_BODY) return this.#stream
    this.#longBody = new LongBody(this.#stream)
    return this.#longBody
  }

  #headOf(code: number, headers: Readonly<Record<string, string | number>>): OutgoingHttpHeaders {
    const head: OutgoingHttpHeaders = { ':status': code }
    for (const name in this.#headers) head[name] = this.#headers[name]
    for (const name in headers) head[inLowerCase(name)] = headers[name]
    return head
  }

  flushHeaders(): void {}

  writeContinue(): void {
    if (!this.destroyed) this.#stream.additionalHeaders({ ':status': 100 })
  }

  end(body?: Buffer | string): void {
    if (body === undefined) this.#stream.end()
    else this.#stream.end(body)
  }

  destroy(): void {
    abortStream(this.#stream)
  }

  on(event: 'close', listener: () => void): void {
    this.#stream.on(event, listener)
  }

  once(event: 'close', listener: () => void): void {
    this.#stream.once(event, listener)
  }
}

/** Lower-case header names. There are few: each is a constant of the server. */
const lowerCased = new Map<string, string>()

function inLowerCase(name: string): string {
  let lower = lowerCased.get(name)
  if (lower === undefined) {
    lower = name.toLowerCase()
    lowerCased.set(name, lower)
  }
  return lower
}

/** A sink for the body of a response without body or reader. */
function nowhere(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() })
}
