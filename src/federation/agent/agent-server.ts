import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { performServerHandshake, type ServerHttp2Session } from 'node:http2'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { memberForwarding } from '#federation/proxy/member-forwarding.js'
import { ApiError, badRequest } from '#meta/api-error.js'
import { ANONYMOUS } from '#meta/user.js'
import type { ResponseHead } from '#proxy/client/response-parser.js'
import { forward } from '#proxy/forward.js'
import { endToEnd, rewrittenLocation } from '#proxy/forwarded-headers.js'
import type { Upstream } from '#proxy/upstream.js'
import { upstreamPath } from '#proxy/upstream-path.js'
import type { ConnectExchange, HeaderList } from '#registry/subresources/connect.js'
import { StreamSocket } from './stream-socket.js'
import { keepAlive, SESSION_WINDOW, STREAM_WINDOW } from './tunnel-protocol.js'

/** The headers that the agent sets itself. The host has no credentials of the member. */
const OWN: ReadonlySet<string> = new Set(['authorization', 'content-length', 'expect', 'host'])

/** The end of a tunnel at the agent: passes requests to the member, with its credentials, and to no other server. */
export class AgentServer {
  readonly #transport: () => Upstream
  readonly #onUnauthorized: () => void
  readonly #server: Server

  /** `onUnauthorized` is called when the member does not accept the credentials. */
  constructor(transport: () => Upstream, onUnauthorized: () => void) {
    this.#transport = transport
    this.#onUnauthorized = onUnauthorized
    // The host closes what is idle.
    this.#server = createServer({ keepAliveTimeout: 0, requestTimeout: 0, headersTimeout: 0 })
    this.#server.on('request', (request, response) => void this.#forward(new NodeExchange(request, response)))
    this.#server.on('upgrade', (request, socket, head) => {
      socket.on('error', () => undefined)
      if (head.length > 0) socket.unshift(head)
      void this.#forward(new NodeExchange(request, undefined, socket))
    })
  }

  /** Serves a tunnel. The returned session closes with it. */
  serve(connection: Socket): ServerHttp2Session {
    const session = performServerHandshake(connection, {
      settings: { initialWindowSize: STREAM_WINDOW, enablePush: false },
    })
    session.on('error', () => undefined)
    session.setLocalWindowSize(SESSION_WINDOW)
    keepAlive(session)
    session.on('stream', (stream, headers) => {
      stream.on('error', () => undefined)
      // The event comes in a later turn: the host may have reset the stream, or the connection may be lost.
      if (stream.destroyed || stream.closed) return
      if (headers[':method'] !== 'CONNECT') {
        stream.respond({ ':status': 405 }, { endStream: true })
        return
      }
      stream.respond({ ':status': 200 })
      const connection = new StreamSocket(stream)
      connection.on('error', () => undefined)
      this.#server.emit('connection', connection)
    })
    connection.once('close', () => session.destroy())
    return session
  }

  async #forward(exchange: NodeExchange): Promise<void> {
    try {
      if (!exchange.rest.startsWith('/')) throw badRequest('the target of the request is not a path')
      const upstream = this.#transport()
      const path = upstreamPath(exchange.rest)
      const headers = endToEnd(exchange.rawHeaders).filter(([name]) => !OWN.has(name.toLowerCase()))
      const answer = (response: ResponseHead) => this.#answer(response, upstream.server, path)
      await forward(exchange, memberForwarding({ upstream, path, headers, answer }))
    } catch (error) {
      exchange.fail(error instanceof ApiError ? error : badRequest((error as Error).message))
    }
  }

  /** The host does not know the address of the member, so redirects within it become paths. */
  #answer({ statusCode, rawHeaders }: ResponseHead, server: string, path: string): HeaderList {
    if (statusCode === 401) this.#onUnauthorized()
    const url = server.replace(/\/$/, '') + path
    return endToEnd(rawHeaders).flatMap(([name, value]): HeaderList => {
      if (name.toLowerCase() !== 'location') return [[name, value]]
      const location = rewrittenLocation(value, url, server, '')
      return location === undefined ? [] : [[name, location || '/']]
    })
  }
}

/** An exchange of node's HTTP server. */
class NodeExchange implements ConnectExchange {
  readonly method: string
  readonly base = ''
  readonly rest: string
  readonly rawHeaders: readonly string[]
  readonly user = ANONYMOUS
  readonly auditId = undefined
  readonly clientAddress = undefined
  readonly body: IncomingMessage | undefined
  readonly upgrade: string | undefined
  readonly #response: ServerResponse | undefined
  readonly #connection: Duplex
  readonly #end = new AbortController()

  constructor(request: IncomingMessage, response: ServerResponse | undefined, connection?: Duplex) {
    const { method = 'GET', url = '', rawHeaders, headers } = request
    this.method = method
    this.rest = url
    this.rawHeaders = rawHeaders
    this.#response = response
    this.#connection = connection ?? request.socket
    this.upgrade = response === undefined ? headers.upgrade : undefined
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
    this.body = hasBody && response !== undefined ? request : undefined
    ;(response ?? this.#connection).once('close', () => this.#end.abort())
  }

  get signal(): AbortSignal {
    return this.#end.signal
  }

  respond(code: number, headers: HeaderList) {
    if (this.#response === undefined) return this.#respondRaw(code, headers)
    // Node takes a flat list of names and values as it is.
    this.#response.writeHead(code, headers.flat()).flushHeaders()
    return this.#response
  }

  respondWhole(code: number, headers: HeaderList, body: Buffer): void {
    if (this.#response === undefined) this.#respondRaw(code, headers).end(body)
    else this.#response.writeHead(code, headers.flat()).end(body)
  }

  /** The response to an upgrade that the member refused: the connection ends with it. */
  #respondRaw(code: number, headers: HeaderList) {
    this.#connection.write(`${head(code, 'Response', headers)}Connection: close\r\n\r\n`, 'latin1')
    return this.#connection
  }

  abort(): void {
    this.#connection.destroy()
  }

  switchProtocols(headers: HeaderList): Duplex {
    this.#connection.write(`${head(101, 'Switching Protocols', headers)}\r\n`, 'latin1')
    return this.#connection
  }

  fail(error: ApiError): void {
    const body = Buffer.from(JSON.stringify(error.toStatus()))
    const headers: HeaderList = [
      ['Content-Type', 'application/json'],
      ['Content-Length', String(body.length)],
    ]
    if (this.signal.aborted || this.#response?.headersSent) this.abort()
    else this.respondWhole(error.code, headers, body)
  }
}

const head = (code: number, phrase: string, headers: HeaderList) =>
  `HTTP/1.1 ${code} ${phrase}\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}`
