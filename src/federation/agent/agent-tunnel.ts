import { setMaxListeners } from 'node:events'
import { type ClientRequest, Agent as HttpAgent, type IncomingMessage, request } from 'node:http'
import { type ClientHttp2Session, connect, constants } from 'node:http2'
import type { Duplex } from 'node:stream'
import { MemberUnreachable } from '#federation/members/member-errors.js'
import type { Connection, ResponseHandler } from '#proxy/client/connection.js'
import { type ConnectionChoice, Connections } from '#proxy/client/connections.js'
import { requestHead } from '#proxy/client/request-head.js'
import type { ForwardedRequest, Upstream, UpstreamRequest } from '#proxy/upstream.js'
import { StreamSocket } from './stream-socket.js'
import { keepAlive, REPLACED, SESSION_WINDOW, STREAM_WINDOW } from './tunnel-protocol.js'

/** Idle streams that are kept for the next requests. */
const MAX_IDLE = 16

let nextId = 1

/**
 * The connection of an agent, at the host. It carries HTTP/2 with the host as the client: each CONNECT stream is an
 * HTTP/1.1 connection to the member, on which the agent adds the credentials.
 */
export class AgentTunnel {
  readonly id = nextId++
  /** Resolves when the tunnel is closed. */
  readonly closed: Promise<void>
  readonly #session: ClientHttp2Session

  constructor(connection: Duplex) {
    this.#session = connect('http://agent.invalid', {
      createConnection: () => connection,
      settings: { initialWindowSize: STREAM_WINDOW, enablePush: false },
    })
    // `close` follows every error.
    this.#session.on('error', () => undefined)
    this.#session.once('connect', (session) => session.setLocalWindowSize(SESSION_WINDOW))
    keepAlive(this.#session)
    this.closed = new Promise((resolve) => this.#session.once('close', resolve))
    connection.once('close', () => this.#session.destroy())
  }

  get isOpen(): boolean {
    return !this.#session.closed && !this.#session.destroyed
  }

  /** A transport through the tunnel. It closes with the tunnel. */
  transport(cluster: string): Upstream {
    return new TunnelTransport(this.#session, cluster)
  }

  /** Closes the tunnel and tells the agent whether another one has its place. */
  close(isReplaced = false): void {
    if (this.#session.destroyed) return
    if (isReplaced) this.#session.goaway(constants.NGHTTP2_NO_ERROR, 0, Buffer.from(REPLACED))
    // The frame leaves first.
    setImmediate(() => this.#session.destroy())
  }
}

class TunnelTransport implements Upstream {
  readonly server: string
  readonly #session: ClientHttp2Session
  readonly #agent: HttpAgent
  readonly #connections = new Connections({
    connect: () => this.#open(),
    idleMs: Number.POSITIVE_INFINITY,
    maxIdle: MAX_IDLE,
  })
  readonly #host: string
  readonly #end = new AbortController()

  constructor(session: ClientHttp2Session, cluster: string) {
    this.#session = session
    this.#host = `${cluster}.agent.invalid`
    this.server = `http://${this.#host}`
    this.#agent = new HttpAgent({ keepAlive: true, maxFreeSockets: MAX_IDLE })
    this.#agent.createConnection = () => this.#open()
    setMaxListeners(0, this.#end.signal)
    session.once('close', () => this.close())
  }

  get closed(): AbortSignal {
    return this.#end.signal
  }

  request(
    { method, path, headers, signal }: UpstreamRequest,
    onResponse?: (response: IncomingMessage) => void,
  ): ClientRequest {
    this.#expectOpen()
    return request(
      {
        agent: this.#agent,
        host: this.#host,
        method,
        path,
        headers: ['Host', this.#host, ...headers],
        ...(signal && { signal }),
      },
      onResponse,
    )
  }

  forward(request: ForwardedRequest, handler: ResponseHandler, choice: ConnectionChoice): Connection {
    this.#expectOpen()
    const { method, path, headers, body, isChunked } = request
    const head = requestHead(method, path, ['Host', this.#host, ...headers])
    return this.#connections.send({ method, head, body, isChunked }, handler, choice)
  }

  close(): void {
    this.#end.abort()
    this.#agent.destroy()
    this.#connections.close()
  }

  #expectOpen(): void {
    if (!this.#end.signal.aborted && !this.#session.closed && !this.#session.destroyed) return
    throw new MemberUnreachable('the agent is not connected')
  }

  /** A new connection to the member: one stream. */
  #open(): StreamSocket {
    const stream = this.#session.request({ ':method': 'CONNECT', ':authority': this.#host })
    stream.on('response', ({ ':status': status }) => {
      if (status !== 200) stream.destroy(new MemberUnreachable(`the agent responded with ${status}`))
    })
    return new StreamSocket(stream)
  }
}
