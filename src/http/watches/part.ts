import type { IncomingHttpHeaders } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { Writable } from 'node:stream'
import { Channel } from '#http/connection/channel.js'
import {
  type EventStream,
  type HttpRequest,
  type HttpResponse,
  transportOf,
  type WholeRequest,
} from '#http/request/exchange.js'
import { badRequest } from '#meta/api-error.js'
import type { WatchRequest } from '#protocol/watches.js'

const JSON_TYPE = 'application/json'
/** An error is a Status of a few hundred bytes. What is longer is no error, and is dropped. */
const MAX_STATUS_BYTES = 64 * 1024
/** They belong to the request as a whole. */
const OUTER_HEADERS = [
  'accept-encoding',
  'audit-id',
  'content-length',
  'content-type',
  'expect',
  'transfer-encoding',
]

/** Receives the lines of one watch. */
export interface PartSink extends EventStream {
  /** The watch ended with a Status. */
  fail(status: Buffer): void
  /** Nothing follows. Called once. */
  closed(): void
}

/** The request of one watch: that of all of them, with its own path and `Accept` header. */
export class PartRequest implements WholeRequest {
  readonly method = 'GET'
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly rawHeaders: readonly string[]
  readonly httpVersion: string
  readonly socket: Duplex
  readonly transport: Socket
  readonly complete = true
  readonly whole = Buffer.alloc(0)

  constructor(outer: HttpRequest, { path, accept = JSON_TYPE }: WatchRequest) {
    const headers: IncomingHttpHeaders = { ...outer.headers, accept }
    for (const name of OUTER_HEADERS) delete headers[name]
    this.url = `${path}${path.includes('?') ? '&' : '?'}watch=true`
    this.headers = headers
    this.rawHeaders = Object.entries(headers).flatMap(([name, value]) =>
      [value ?? []].flat().flatMap((each) => [name, each]),
    )
    this.httpVersion = outer.httpVersion
    this.socket = outer.socket
    this.transport = transportOf(outer)
  }
}

/** The channel of one watch: the connection of all of them. */
export class PartChannel extends Channel {
  readonly #outer: Channel
  /** Not listeners of the connection itself: that would have one for each watch. */
  readonly #endListeners = new Set<() => void>()

  constructor(outer: Channel) {
    super(outer.budget, outer.limits)
    this.#outer = outer
  }

  get socket(): Duplex {
    return this.#outer.socket
  }

  get transport() {
    return this.#outer.transport
  }

  onClientEnd(listener: () => void): void {
    this.#endListeners.add(listener)
  }

  offClientEnd(listener: () => void): void {
    this.#endListeners.delete(listener)
  }

  /** The client has ended its side of the connection. */
  clientEnded(): void {
    for (const listener of [...this.#endListeners]) listener()
  }

  isOverdue(): boolean {
    return false
  }

  cut(): void {
    this.#outer.cut()
  }
}

/** The response to one watch. Its events, or the Status that it is, become lines of the response to all of them. */
export class PartResponse implements HttpResponse {
  readonly req: PartRequest
  readonly chunkedEncoding = false
  shouldKeepAlive = true
  headersSent = false
  readonly #sink: PartSink
  #code = 0
  #isClosed = false
  #body: Buffer[] = []
  #bodyBytes = 0
  #closeListeners: (() => void)[] = []

  constructor(request: PartRequest, sink: PartSink) {
    this.req = request
    this.#sink = sink
  }

  get writableEnded(): boolean {
    return this.#isClosed
  }

  get destroyed(): boolean {
    return this.#isClosed || this.req.socket.destroyed
  }

  setHeader(): void {}
  appendHeader(): void {}
  flushHeaders(): void {}
  writeContinue(): void {}

  writeHead(code: number): Writable {
    this.headersSent = true
    this.#code = code
    return new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        this.#keep(chunk)
        done()
      },
      final: (done) => {
        this.#finish()
        done()
      },
    })
  }

  wrapStream(): EventStream {
    return {
      send: (frames) => !this.#isClosed && this.#sink.send(frames),
      drained: () => this.#sink.drained(),
      end: (lastFrame) => {
        if (this.#isClosed) return
        if (lastFrame !== undefined) this.#sink.send([lastFrame])
        this.destroy()
      },
    }
  }

  end(body: Buffer | string = ''): void {
    this.#keep(Buffer.from(body))
    this.#finish()
  }

  destroy(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#sink.closed()
    for (const listener of this.#closeListeners.splice(0)) process.nextTick(listener)
  }

  on(_event: 'close', listener: () => void): void {
    if (this.#isClosed) process.nextTick(listener)
    else this.#closeListeners.push(listener)
  }

  once(event: 'close', listener: () => void): void {
    this.on(event, listener)
  }

  #keep(chunk: Buffer): void {
    this.#bodyBytes += chunk.length
    if (this.#bodyBytes <= MAX_STATUS_BYTES) this.#body.push(chunk)
  }

  /** The response is complete, and it is no stream. */
  #finish(): void {
    if (this.#isClosed) return
    const isStatus = this.#code >= 400 && this.#bodyBytes <= MAX_STATUS_BYTES
    this.#sink.fail(isStatus ? Buffer.concat(this.#body) : this.#notWatch())
    this.destroy()
  }

  #notWatch(): Buffer {
    const error = badRequest(`path: ${JSON.stringify(this.req.url)} is not a watch`)
    return Buffer.from(JSON.stringify(error.toStatus()))
  }
}
