import { validateHeaderValue } from 'node:http'
import { type Duplex, Readable, type Writable } from 'node:stream'
import type { HttpRequest } from '#http/request/exchange.js'
import type { RequestContext } from '#http/request/request-context.js'
import { beginResponse, sendBody } from '#http/response/respond.js'
import { badRequest } from '#meta/api-error.js'
import type { User } from '#meta/user.js'
import type { ConnectExchange, HeaderList } from '#registry/subresources/connect.js'

/** The default reason would be an error with a stack for every request. */
const CLIENT_GONE = new Error('the client is gone')

/** The exchange of a request, for any HTTP version. */
export class ContextExchange implements ConnectExchange {
  readonly method: string
  readonly base: string
  readonly rest: string
  readonly rawHeaders: readonly string[]
  readonly user: User
  readonly auditId: string | undefined
  readonly traceHeaders: Readonly<Record<string, string>> | undefined
  readonly clientAddress: string | undefined
  readonly body: Readable | Buffer | undefined
  readonly upgrade: string | undefined
  readonly #context: RequestContext
  readonly #end = new AbortController()
  #isOver = false
  readonly #onEnd = () => {
    if (!this.#isOver) this.#end.abort(CLIENT_GONE)
  }

  constructor(
    context: RequestContext,
    baseEnd: number,
    traceHeaders: Readonly<Record<string, string>> | undefined,
  ) {
    const { request, response, user } = context
    const url = request.url ?? '/'
    this.#context = context
    this.method = request.method ?? 'GET'
    this.base = url.slice(0, baseEnd)
    this.rest = url.slice(baseEnd)
    this.rawHeaders = request.rawHeaders
    this.user = user
    this.auditId = context.showsAuditId ? context.auditId : undefined
    this.traceHeaders = traceHeaders
    this.clientAddress = context.peer.remoteAddress
    this.upgrade = upgradeOf(request)
    this.body = this.upgrade === undefined ? bodyOf(request) : undefined
    // In HTTP/2 the body of a client that is gone ends next, as if it were complete.
    if (this.body instanceof Readable) this.body.once('aborted', this.#onEnd)
    context.endStream = this.#onEnd
    response.once('close', this.#onEnd)
  }

  get signal(): AbortSignal {
    return this.#end.signal
  }

  respondWhole(code: number, headers: HeaderList, body: Buffer): void {
    const context = this.#context
    this.#setHeaders(code, headers)
    context.recorder?.onStream()
    sendBody(context, code, body)
    this.#isOver = true
  }

  respond(code: number, headers: HeaderList): Writable {
    const { response, channel, isHead, recorder } = this.#context
    const hasLength = this.#setHeaders(code, headers)
    const body = beginResponse(this.#context, code, {})
    // A body that is there already goes out with the head, in one write. The head of a silent stream does not wait.
    setImmediate(() => {
      if (!response.writableEnded && !response.destroyed) response.flushHeaders()
    })
    if (!hasLength && !isHead && code !== 204 && code !== 304) {
      // It may be silent for hours, and a client that ends its side is gone.
      channel.beginStream()
      channel.onClientEnd(this.#onEnd)
    }
    const context = this.#context
    body.on('pipe', (source: Readable) => {
      source.on('data', (chunk: Buffer) => {
        context.sentBytes += chunk.length
      })
    })
    recorder?.onStream()
    return body
  }

  /** Returns whether there is a length. */
  #setHeaders(code: number, headers: HeaderList): boolean {
    const { response } = this.#context
    const values = new Map<string, readonly [name: string, values: string[]]>()
    for (const [name, value] of headers) {
      const known = values.get(name.toLowerCase())
      if (known === undefined) values.set(name.toLowerCase(), [name, [value]])
      else known[1].push(value)
    }
    // Of what has no body, whatever the other server says.
    if (code === 204) values.delete('content-length')
    for (const [name, given] of values.values()) {
      response.setHeader(name, given.length === 1 ? (given[0] as string) : given)
    }
    return values.has('content-length')
  }

  abort(): void {
    this.#context.response.destroy()
  }

  switchProtocols(headers: HeaderList): Duplex {
    const context = this.#context
    const connection = context.request.takeOver?.()
    if (connection === undefined) throw badRequest(CANNOT_UPGRADE)
    context.code = 101
    let head = 'HTTP/1.1 101 Switching Protocols\r\n'
    for (const [name, value] of headers) {
      validateHeaderValue(name, value)
      head += `${name}: ${value}\r\n`
    }
    connection.write(`${head}\r\n`, 'latin1')
    connection.once('close', this.#onEnd)
    context.recorder?.onStream()
    return connection
  }

  close(): void {
    this.#isOver = true
    this.#context.endStream = undefined
    this.#context.channel.offClientEnd(this.#onEnd)
  }
}

const CANNOT_UPGRADE = 'an upgrade needs HTTP/1.1, and must be the last request of its connection'

/** Throws `badRequest` for a connection that cannot switch protocols. */
function upgradeOf({ headers, takeOver }: HttpRequest): string | undefined {
  const { upgrade } = headers
  // Some clients offer h2c with every request; the offer is ignored.
  if (upgrade === undefined || /^h2c\b/i.test(upgrade)) return undefined
  if (takeOver === undefined) throw badRequest(CANNOT_UPGRADE)
  if (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0) {
    throw badRequest('a request with a body cannot be an upgrade')
  }
  return upgrade
}

function bodyOf(request: HttpRequest): Readable | Buffer | undefined {
  if (request.whole !== undefined) return request.whole.length === 0 ? undefined : request.whole
  if (request.isBodiless) return undefined
  if (request instanceof Readable) {
    const { 'transfer-encoding': encoding, 'content-length': length } = request.headers
    return encoding === undefined && Number(length ?? 0) === 0 ? undefined : request
  }
  // In HTTP/2, the stream is both.
  return request.socket
}
