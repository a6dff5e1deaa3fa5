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
import { Connections } from './connections.js'
import { closeGentlyAfterResponse } from './linger.js'
import { explainListenError, ListenError } from './listen-error.js'
import { allowHalfOpen, takeOver } from './node-internals.js'
import { RequestBatch } from './request-batch.js'
import { RequestRunner, type RunnerOptions } from './request-runner.js'
import type { OpenSecureFront, SecureFront, TlsCredentials } from './secure-server.js'

/** Silent for this long, the peer of a connection is asked whether it still exists. Watches can be silent for hours. */
const PROBE_AFTER_MS = 30_000

export interface ListenerOptions extends RunnerOptions {
  /** Connections are encrypted only if this is given. */
  readonly tls?: SecureFront | undefined
  /** Is called for every client that was cut off because it was too slow. */
  readonly onCut?: (reason: CutReason) => void
}

export interface Listener {
  /** Resolves once connections are accepted. Rejects with a `ListenError`. Port 0 picks a free one. */
  listen(host: string, port: number): Promise<{ readonly address: string; readonly port: number }>
  /** What clients are shown from now on. Open connections go on. Throws when key and certificate do not fit. */
  replaceCredentials(credentials: TlsCredentials): void
  /**
   * Stops accepting connections and closes those without a request at once, the others after their response
   * or, at the latest, after `graceMs`. Resolves when none is left. A second call can shorten the grace.
   */
  close(graceMs: number): Promise<void>
  /** What waited for clients, in bytes, when that was last counted. */
  readonly unsentBytes: number
}

export function createListener(options: ListenerOptions): Listener {
  return new HttpListener(options)
}

class HttpListener implements Listener {
  readonly #options: ListenerOptions
  readonly #limits: ListenerLimits
  readonly #server: Server
  /** Has node's server read a connection. */
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
  /** Connections begin here, */
  readonly #http1: Http1Connections
  /** and are here from their first unusual request on. */
  readonly #connections: Connections
  /** Undefined where no client can speak HTTP/2. */
  readonly #sessions: Sessions | undefined
  readonly #slowClients: SlowClients
  /** One function for all responses, to be called with the one that is over. */
  readonly #onResponseClose: (this: ServerResponse) => void
  #closing: Promise<void> | undefined

  constructor(options: ListenerOptions) {
    this.#options = options
    const limits = options.limits ?? defaultLimits
    this.#limits = limits
    this.#runner = new RequestRunner(options)
    const budget = new UnsentBudget(limits.maxUnsentBytes)
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
      options: serverOptions(limits),
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
      this.#server = createServer(serverOptions(limits))
      this.#serve = takeOver(this.#server, 'connection')
      this.#server.on('connection', (socket) => this.#http1.open(socket))
    } else {
      this.#server = this.#secure.server
      this.#serve = this.#secure.serveHttp1
    }
    // The connection of a client that has ended its side is closed after its response.
    allowHalfOpen(this.#server)
    // Node leaves out headers above a number without a word. Their bytes are limited, which is enough.
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
          // From now on it is about single connections, as when no file descriptor is left for one.
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

  close(graceMs: number): Promise<void> {
    this.#closing ??= this.#stop()
    const deadline = setTimeout(() => {
      for (const { socket } of allOf<Channel>(this.#http1, this.#connections)) socket.destroy()
      this.#sessions?.reset()
    }, graceMs)
    return this.#closing.finally(() => clearTimeout(deadline))
  }

  async #stop(): Promise<void> {
    if (!this.#server.listening) return
    // The close of an HTTP server would also destroy connections whose response is complete but has not left
    // yet. So only the part that stops listening is called.
    const closed = new Promise<void>((resolve) =>
      NetServer.prototype.close.call(this.#server, () => resolve()),
    )
    for (const connection of this.#http1) connection.stop()
    for (const connection of this.#connections) connection.stop()
    this.#sessions?.close()
    await closed
    this.#slowClients.stop()
    this.#http1.stop()
    this.#sessions?.stop()
    // Nothing is left to destroy now; this ends the timer that looks for late requests.
    this.#server.close()
  }

  #leaveToNode(socket: Socket, wire: Socket, bytes: Buffer): void {
    const connection = this.#connections.open(socket, wire)
    this.#serve(socket)
    // What has come already goes the way that node's server reads a socket.
    if (bytes.length > 0) socket.emit('data', bytes)
    if (socket.readableEnded) socket.emit('end')
    if (this.#closing !== undefined) connection.stop()
  }

  /** A request has arrived: until it is answered its connection is not closed. */
  #arrive(response: ServerResponse): void {
    const connection = this.#connections.of(response.req.socket)
    if (connection === undefined) return
    response.on('close', this.#onResponseClose)
    if (connection.arrive(response)) this.#batch.add(response)
  }

  /** Returns whether the response is still to come. */
  #respondHttp1(connection: Http1Connection): boolean {
    const response = connection.takeRequest()
    if (this.#closing !== undefined) connection.stop()
    return response !== undefined && this.#runner.run(response, connection)
  }

  /** Returns whether the response is still to come. */
  #respond(response: ServerResponse): boolean {
    const request = response.req
    const { socket } = request
    const connection = this.#connections.of(socket)
    // The response before said that it was the last; the client reads no other one.
    if (connection === undefined || !socket.writable) return false
    // The rest of it turned out not to be HTTP, and it was answered then.
    if (connection.isBroken && !request.complete) return false
    if (this.#closing !== undefined) response.shouldKeepAlive = false
    return this.#runner.run(response, connection)
  }

  #endResponse(response: ServerResponse): void {
    const { socket } = response.req
    const connection = this.#connections.of(socket)
    if (connection === undefined || !connection.isCurrent(response)) return
    const next = connection.next()
    if (next !== undefined) this.#batch.add(next)
    else if (this.#closing !== undefined || connection.isBroken) socket.destroySoon()
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
    // No connection came about: what was sent is not TLS, or the two sides could not agree.
    if (connection === undefined) socket.destroy()
    // Every further piece of what is not HTTP is reported again, also while the client has a moment to read why.
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
      // What came is not part of the request that is being answered: that one is answered and no other.
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

function serverOptions(limits: ListenerLimits): ServerOptions {
  return {
    maxHeaderSize: limits.maxHeaderBytes,
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    connectionsCheckingInterval: limits.checkIntervalMs,
    noDelay: true,
    keepAlive: true,
    keepAliveInitialDelay: PROBE_AFTER_MS,
    // Checked by `RequestChecks`, to be rejected with a Status.
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
