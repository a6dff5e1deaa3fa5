import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http'
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net'
import { Http1Connection } from '#http/http1/http1-connection.js'
import { Http1Connections } from '#http/http1/http1-connections.js'
import { ResponseCoalescer } from '#http/http1/response-coalescer.js'
import type { Sessions } from '#http/http2/sessions.js'
import { defaultLimits, type ListenerLimits } from '#http/limits/listener-limits.js'
import { type CutReason, SlowClients } from '#http/limits/slow-clients.js'
import { UnsentBudget } from '#http/limits/unsent-budget.js'
import { methodNotAllowed } from '#meta/api-error.js'
import type { Channel } from './channel.js'
import { clientErrorOf, respondRaw } from './client-error.js'
import type { Connection } from './connection.js'
import { Connections } from './connections.js'
import { closeGentlyAfterResponse } from './linger.js'
import { explainListenError, ListenError } from './listen-error.js'
import { allowHalfOpen, takeOver } from './node-internals.js'
import { RequestBatch } from './request-batch.js'
import { RequestRunner, type RunnerOptions } from './request-runner.js'
import type { OpenSecureFront, SecureFront, TlsCredentials } from './secure-server.js'
import { type TakesUpgrade, upgradeResponse, withoutUpgrade } from './upgrade.js'

/** TCP keep-alive probes start after this time. Watches can be silent for hours. */
const PROBE_AFTER_MS = 30_000

export interface ListenerOptions extends RunnerOptions {
  /** Without it, connections are not encrypted. */
  readonly tls?: SecureFront | undefined
  /** Which requests may switch protocols; none by default. */
  readonly takesUpgrade?: TakesUpgrade | undefined
  /** Called for every client that is disconnected because it is too slow. */
  readonly onCut?: (reason: CutReason) => void
}

export interface Listener {
  /** Resolves when the listener accepts connections. Rejects with a `ListenError`. Port 0 picks a free port. */
  listen(host: string, port: number): Promise<{ readonly address: string; readonly port: number }>
  /**
   * Replaces the certificate for new connections. Open connections are not affected. Throws if key and certificate do
   * not match.
   */
  replaceCredentials(credentials: TlsCredentials): void
  /**
   * Asks clients to leave: HTTP/1.1 connections close after their next response, and HTTP/2 clients get a GOAWAY. New
   * connections are still accepted.
   */
  drain(): void
  /**
   * Stops accepting connections. Idle connections close after `idleMs` without a further request, the others after their
   * response or after `graceMs`. Resolves when all are closed. A second call can shorten the grace period.
   */
  close(graceMs: number, idleMs?: number): Promise<void>
  /** Bytes queued for clients at the last inspection. */
  readonly unsentBytes: number
}

export function createListener(options: ListenerOptions): Listener {
  return new HttpListener(options)
}

class HttpListener implements Listener {
  readonly #options: ListenerOptions
  readonly #limits: ListenerLimits
  readonly #server: Server
  /** Hands a connection to node's server. */
  readonly #serve: (socket: Socket) => void
  readonly #secure: OpenSecureFront | undefined
  readonly #runner: RequestRunner
  readonly #coalescer = new ResponseCoalescer((error) => this.#runner.logFault(error))
  readonly #batch = new RequestBatch<ServerResponse | Http1Connection>({
    serve: (arrived) =>
      arrived instanceof Http1Connection ? this.#respondHttp1(arrived) : this.#respond(arrived),
    onFault: (arrived, err) => {
      this.#runner.logFault(err)
      const { socket } = arrived instanceof Http1Connection ? arrived : arrived.req
      socket.destroy()
    },
    collect: (serveBatch) => this.#coalescer.collect(serveBatch),
  })
  /** New connections. */
  readonly #http1: Http1Connections
  /** Connections handed to node's parser. */
  readonly #connections: Connections
  /** Undefined without TLS. */
  readonly #sessions: Sessions | undefined
  readonly #slowClients: SlowClients
  /** One function for all responses; `this` is the response that closed. */
  readonly #onResponseClose: (this: ServerResponse) => void
  #isDraining = false
  #idleMs = 0
  #closing: Promise<void> | undefined

  constructor(options: ListenerOptions) {
    this.#options = options
    const limits = options.limits ?? defaultLimits
    this.#limits = limits
    this.#runner = new RequestRunner(options)
    const budget = new UnsentBudget(limits.maxUnsentBytes, limits.memoryTimeoutMs)
    this.#connections = new Connections(budget, limits)
    this.#http1 = new Http1Connections({
      budget,
      limits,
      coalescer: this.#coalescer,
      onBytes: (connection) => this.#batch.add(connection),
      leaveToNode: (socket, wire, bytes) => this.#leaveToNode(socket, wire, bytes),
      onSlow: (connection) => this.#slowClients.cut(connection, 'timeout'),
    })
    this.#secure = options.tls?.({
      options: serverOptions(limits, options.takesUpgrade),
      runner: this.#runner,
      budget,
      limits,
      onHttp1: (socket, wire) => this.#http1.open(socket, wire),
    })
    this.#sessions = this.#secure?.sessions
    this.#slowClients = new SlowClients({
      channels: allOf<Channel>(this.#http1, this.#connections, this.#sessions ?? []),
      budget,
      limits,
      onCut: options.onCut ?? (() => undefined),
    })
    if (this.#secure === undefined) {
      this.#server = createServer(serverOptions(limits, options.takesUpgrade))
      this.#serve = takeOver(this.#server, 'connection')
      this.#server.on('connection', (socket) => this.#http1.open(socket))
    } else {
      this.#server = this.#secure.server
      this.#serve = this.#secure.serveHttp1
    }
    // A half-closed connection closes after its response.
    allowHalfOpen(this.#server)
    // By default node drops headers above a count without an error. The size limit is enough.
    this.#server.maxHeadersCount = 0
    this.#server.maxConnections = limits.maxConnections
    const endResponse = (response: ServerResponse) => this.#endResponse(response)
    this.#onResponseClose = function () {
      endResponse(this)
    }
    this.#server.on('timeout', (socket) => this.#onTimeout(socket))
    const onRequest = (_request: IncomingMessage, response: ServerResponse) => this.#arrive(response)
    this.#server.on('request', onRequest)
    this.#server.on('checkContinue', onRequest)
    this.#server.on('checkExpectation', onRequest)
    this.#server.on('clientError', (error, socket) => this.#onClientError(error, socket as Socket))
    const { takesUpgrade } = options
    if (takesUpgrade !== undefined) {
      this.#server.on('upgrade', (request, socket, head) =>
        this.#onUpgrade(request, socket as Socket, head, takesUpgrade),
      )
    }
    this.#server.on('connect', (_request, socket) => respondRaw(socket as Socket, methodNotAllowed()))
  }

  listen(host: string, port: number): Promise<{ address: string; port: number }> {
    return new Promise((resolve, reject) => {
      const server = this.#server
      const fail = (error: unknown) => reject(new ListenError(explainListenError(error, host, port)))
      server.once('error', fail)
      try {
        server.listen({ host, port }, () => {
          server.off('error', fail)
          // From now on an error concerns one connection, for example when no file descriptor is left.
          server.on('error', (err) => this.#options.logger.error({ err }, 'cannot accept a connection'))
          const { address, port } = server.address() as AddressInfo
          this.#slowClients.start()
          this.#http1.start()
          this.#sessions?.start()
          resolve({ address, port })
        })
      } catch (error) {
        fail(error)
      }
    })
  }

  replaceCredentials(credentials: TlsCredentials): void {
    this.#secure?.replace(credentials)
  }

  drain(): void {
    this.#isDraining = true
    for (const connection of allOf<Connection | Http1Connection>(this.#http1, this.#connections))
      connection.drain()
    this.#sessions?.drain()
  }

  close(graceMs: number, idleMs = 0): Promise<void> {
    this.#idleMs = idleMs
    this.#closing ??= this.#stop()
    const deadline = setTimeout(() => {
      for (const { socket } of allOf<Channel>(this.#http1, this.#connections)) socket.destroy()
      this.#sessions?.reset()
    }, graceMs)
    return this.#closing.finally(() => clearTimeout(deadline))
  }

  async #stop(): Promise<void> {
    if (!this.#server.listening) return
    // Closing the HTTP server would destroy connections whose complete response has not left yet. So only the
    // listening socket is closed.
    const closed = new Promise<void>((resolve) =>
      NetServer.prototype.close.call(this.#server, () => resolve()),
    )
    for (const connection of this.#http1) connection.stop(this.#idleMs)
    for (const connection of this.#connections) connection.stop(this.#idleMs)
    this.#sessions?.close()
    await closed
    this.#slowClients.stop()
    this.#http1.stop()
    this.#sessions?.stop()
    // No connection is left; this stops the timer for late requests.
    this.#server.close()
  }

  #leaveToNode(socket: Socket, wire: Socket, bytes: Buffer): void {
    const connection = this.#connections.open(socket, wire)
    this.#serve(socket)
    // With a listener node reads the socket. Without one its parser reads the handle, and bytes can overtake the replayed ones.
    socket.on('data', () => undefined)
    // Replay the bytes that already arrived.
    if (bytes.length > 0) socket.emit('data', bytes)
    if (socket.readableEnded) socket.emit('end')
    if (this.#closing !== undefined) connection.stop(this.#idleMs)
  }

  /** A request arrived: its connection stays open until the response is sent. */
  #arrive(response: ServerResponse): void {
    const connection = this.#connections.of(response.req.socket)
    if (connection === undefined) return
    response.on('close', this.#onResponseClose)
    if (connection.arrive(response)) this.#batch.add(response)
  }

  #onUpgrade(request: IncomingMessage, socket: Socket, head: Buffer, takesUpgrade: TakesUpgrade): void {
    const connection = this.#connections.of(socket)
    // No client sends an upgrade before it has the previous response.
    if (connection === undefined || connection.last !== undefined) {
      socket.destroy()
    } else if (takesUpgrade(request)) {
      socket.on('timeout', () => this.#onTimeout(socket))
      const response = upgradeResponse(request, socket, head)
      connection.arrive(response)
      this.#batch.add(response)
    } else {
      this.#serve(socket)
      socket.emit('data', withoutUpgrade(request, head))
    }
  }

  /** Returns whether the response is still to come. */
  #respondHttp1(connection: Http1Connection): boolean {
    const response = connection.takeRequest()
    if (this.#isDraining) connection.drain()
    if (this.#closing !== undefined) connection.stop(this.#idleMs)
    return response !== undefined && this.#runner.run(response, connection)
  }

  /** Returns whether the response is still to come. */
  #respond(response: ServerResponse): boolean {
    const request = response.req
    const { socket } = request
    const connection = this.#connections.of(socket)
    // The previous response closed the connection.
    if (connection === undefined || !socket.writable) return false
    // The rest of the request was not HTTP, and an error response was sent.
    if (connection.isBroken && !request.complete) return false
    if (this.#isDraining || this.#closing !== undefined) response.shouldKeepAlive = false
    return this.#runner.run(response, connection)
  }

  #endResponse(response: ServerResponse): void {
    const { socket } = response.req
    const connection = this.#connections.of(socket)
    if (connection === undefined || !connection.isCurrent(response)) return
    const next = connection.next()
    if (next !== undefined) this.#batch.add(next)
    else if (connection.isBroken) socket.destroySoon()
    else if (this.#closing !== undefined) connection.stop(this.#idleMs)
  }

  get unsentBytes(): number {
    return this.#slowClients.unsentBytes
  }

  #onTimeout(socket: Socket): void {
    const connection = this.#connections.of(socket)
    if (connection === undefined) socket.destroy()
    else if (connection.onTimeout()) this.#slowClients.cut(connection, 'timeout')
  }

  #onClientError(error: NodeJS.ErrnoException, socket: Socket): void {
    const connection = this.#connections.of(socket)
    // The TLS handshake failed.
    if (connection === undefined) socket.destroy()
    // The parser reports every further chunk, also while the client reads the error response.
    if (connection === undefined || connection.isBroken) return
    if (!socket.writable || error.code === 'ECONNRESET') {
      socket.destroy()
      return
    }
    connection.isBroken = true
    const rejection = clientErrorOf(error, this.#limits.maxHeaderBytes)
    const response = connection.last
    if (response === undefined) {
      respondRaw(socket, rejection)
    } else if (response.req.complete) {
      // The invalid bytes follow the current request: that one is served, then the connection closes.
      response.shouldKeepAlive = false
    } else if (response.headersSent) {
      socket.destroy()
    } else {
      closeGentlyAfterResponse(socket)
      response.shouldKeepAlive = false
      this.#runner.reject(rejection, response, connection)
    }
  }
}

function serverOptions(limits: ListenerLimits, shouldUpgradeCallback?: TakesUpgrade): ServerOptions {
  return {
    // Older Node releases ignore it, and upgrade every request that asks.
    ...(shouldUpgradeCallback && { shouldUpgradeCallback }),
    maxHeaderSize: limits.maxHeaderBytes,
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    connectionsCheckingInterval: limits.checkIntervalMs,
    noDelay: true,
    keepAlive: true,
    keepAliveInitialDelay: PROBE_AFTER_MS,
    // `RequestChecks` rejects it with a Status.
    requireHostHeader: false,
  }
}

function allOf<Any extends Channel>(...parts: readonly Iterable<Any>[]): Iterable<Any> {
  return {
    *[Symbol.iterator]() {
      for (const part of parts) yield* part
    },
  }
}
