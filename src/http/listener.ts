import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net'
import { ApiError, internalError, methodNotAllowed } from '../meta/api-error.js'
import type { Logger } from '../observe/logger.js'
import { RequestAborted } from './body.js'
import { answerRaw, clientErrorOf } from './client-error.js'
import type { Connection } from './connection.js'
import { Connections } from './connections.js'
import { meetExpectation } from './expectation.js'
import { closeGentlyAfterAnswer } from './linger.js'
import { explainListenError, ListenError } from './listen-error.js'
import { defaultLimits, type ListenerLimits } from './listener-limits.js'
import { RequestBatch } from './request-batch.js'
import { RequestChecks } from './request-checks.js'
import { type CutReason, SlowClients } from './slow-clients.js'
import { UnsentBudget } from './unsent-budget.js'

/** Silent for this long, the peer of a connection is asked whether it still exists. Watches can be silent for hours. */
const PROBE_AFTER_MS = 30_000

export interface ListenerOptions {
  /** Answers a request. What it throws or rejects with is logged, and answered by `answerError`. */
  readonly handler: (
    request: IncomingMessage,
    response: ServerResponse,
    connection: Connection,
  ) => void | Promise<void>
  /** Answers with an error. Called at most once for a request, and only if nothing was sent yet. */
  readonly answerError: (
    error: ApiError,
    request: IncomingMessage,
    response: ServerResponse,
    connection: Connection,
  ) => void | Promise<void>
  /** Which requests are not even looked at; when left out, only those that HTTP itself forbids. */
  readonly checks?: RequestChecks | undefined
  readonly limits?: ListenerLimits | undefined
  /** Is called for every connection that was cut because its client was too slow. */
  readonly onCut?: (reason: CutReason) => void
  readonly logger: Logger
}

export interface Listener {
  /** Resolves once connections are accepted. Rejects with a `ListenError`. Port 0 picks a free one. */
  listen(host: string, port: number): Promise<{ readonly address: string; readonly port: number }>
  /**
   * Stops accepting connections and closes those without a request at once, the others after their answer
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
  readonly #checks: RequestChecks
  readonly #batch = new RequestBatch<ServerResponse>((response) => this.#answer(response))
  readonly #connections: Connections
  readonly #slowClients: SlowClients
  /** One function for all answers, to be called with the one that is over. */
  readonly #onAnswerClose: (this: ServerResponse) => void
  #closing: Promise<void> | undefined

  constructor(options: ListenerOptions) {
    this.#options = options
    const limits = options.limits ?? defaultLimits
    this.#limits = limits
    this.#checks = options.checks ?? new RequestChecks({ hosts: undefined, pages: [] })
    const budget = new UnsentBudget(limits.maxUnsentBytes)
    this.#connections = new Connections(budget, limits)
    this.#slowClients = new SlowClients({
      connections: this.#connections,
      budget,
      limits,
      onCut: options.onCut ?? (() => undefined),
    })
    this.#server = createServer({
      maxHeaderSize: limits.maxHeaderBytes,
      headersTimeout: limits.headersTimeoutMs,
      requestTimeout: limits.requestTimeoutMs,
      keepAliveTimeout: limits.keepAliveTimeoutMs,
      connectionsCheckingInterval: limits.checkIntervalMs,
      noDelay: true,
      keepAlive: true,
      keepAliveInitialDelay: PROBE_AFTER_MS,
      // Checked below, to be rejected with a Status.
      requireHostHeader: false,
    })
    // A client that has ended its side after the request still gets its answer, and then the connection is closed.
    Object.assign(this.#server, { httpAllowHalfOpen: true })
    // Node leaves out headers above a number without a word. Their bytes are limited, which is enough.
    this.#server.maxHeadersCount = 0
    this.#server.maxConnections = limits.maxConnections
    const onAnswered = (response: ServerResponse) => this.#onAnswered(response)
    this.#onAnswerClose = function () {
      onAnswered(this)
    }
    this.#server.on('connection', (socket) => this.#connections.open(socket))
    this.#server.on('timeout', (socket) => this.#slowClients.onTimeout(socket))
    const onRequest = (_request: IncomingMessage, response: ServerResponse) => this.#arrive(response)
    this.#server.on('request', onRequest)
    this.#server.on('checkContinue', onRequest)
    this.#server.on('checkExpectation', onRequest)
    this.#server.on('clientError', (error, socket) => this.#onClientError(error, socket as Socket))
    this.#server.on('connect', (_request, socket) => answerRaw(socket as Socket, methodNotAllowed()))
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
          resolve({ address, port })
        })
      } catch (error) {
        fail(error)
      }
    })
  }

  close(graceMs: number): Promise<void> {
    this.#closing ??= this.#stop()
    const deadline = setTimeout(() => {
      for (const { socket } of this.#connections) socket.destroy()
    }, graceMs)
    return this.#closing.finally(() => clearTimeout(deadline))
  }

  async #stop(): Promise<void> {
    if (!this.#server.listening) return
    // The close of an HTTP server would also destroy connections whose answer is complete but has not left
    // yet. So only the part that stops listening is called.
    const closed = new Promise<void>((resolve) =>
      NetServer.prototype.close.call(this.#server, () => resolve()),
    )
    for (const { last, socket } of this.#connections) {
      if (last === undefined) socket.destroy()
      else last.shouldKeepAlive = false
    }
    await closed
    this.#slowClients.stop()
    // Nothing is left to destroy now; this ends the timer that looks for late requests.
    this.#server.close()
  }

  /** A request has arrived: until it is answered its connection is not closed. */
  #arrive(response: ServerResponse): void {
    const connection = this.#connections.of(response.req.socket)
    if (connection === undefined) return
    response.on('close', this.#onAnswerClose)
    if (connection.arrive(response)) this.#batch.add(response)
  }

  /** Returns whether the answer is still to come. */
  #answer(response: ServerResponse): boolean {
    const request = response.req
    const { socket } = request
    const connection = this.#connections.of(socket)
    // The answer before said that it was the last; the client reads no other one.
    if (connection === undefined || !socket.writable) return false
    // The rest of it turned out not to be HTTP, and it was answered then.
    if (connection.isBroken && !request.complete) return false
    if (this.#closing !== undefined) response.shouldKeepAlive = false
    try {
      this.#checks.check(request)
      meetExpectation(response, this.#limits.maxBodyBytes)
    } catch (error) {
      this.#reject(error as ApiError, response, connection)
      return false
    }
    try {
      const answer = this.#options.handler(request, response, connection)
      answer?.catch((error: unknown) => this.#onFault(error, response, connection))
      return answer !== undefined
    } catch (error) {
      this.#onFault(error, response, connection)
      return false
    }
  }

  #onAnswered(response: ServerResponse): void {
    const { socket } = response.req
    const connection = this.#connections.of(socket)
    if (connection === undefined || !connection.isAnswering(response)) return
    const next = connection.next()
    if (next !== undefined) this.#batch.add(next)
    else if (this.#closing !== undefined || connection.isBroken) socket.destroySoon()
  }

  get unsentBytes(): number {
    return this.#slowClients.unsentBytes
  }

  #onFault(error: unknown, response: ServerResponse, connection: Connection): void {
    if (error instanceof RequestAborted) {
      response.destroy()
      return
    }
    const { method, url } = response.req
    this.#options.logger.error({ err: error, method, url }, 'a request failed')
    // An answer that has begun cannot become an error, but it must not look complete either.
    if (response.headersSent) response.destroy()
    else this.#reject(error instanceof ApiError ? error : internalError(), response, connection)
  }

  #reject(error: ApiError, response: ServerResponse, connection: Connection): void {
    const request = response.req
    const giveUp = (err: unknown) => {
      const { method, url } = request
      this.#options.logger.error({ err, method, url }, 'an error was not answered')
      response.destroy()
    }
    try {
      this.#options.answerError(error, request, response, connection)?.catch(giveUp)
    } catch (err) {
      giveUp(err)
    }
  }

  #onClientError(error: NodeJS.ErrnoException, socket: Socket): void {
    const connection = this.#connections.of(socket)
    // Every further piece of what is not HTTP is reported again, also while the client has a moment to read why.
    if (connection === undefined || connection.isBroken) return
    if (!socket.writable || error.code === 'ECONNRESET') {
      socket.destroy()
      return
    }
    connection.isBroken = true
    const answer = clientErrorOf(error, this.#limits.maxHeaderBytes)
    const response = connection.last
    if (response === undefined) {
      answerRaw(socket, answer)
    } else if (response.req.complete) {
      // What came is not part of the request that is being answered: that one is answered and no other.
      response.shouldKeepAlive = false
    } else if (response.headersSent) {
      socket.destroy()
    } else {
      closeGentlyAfterAnswer(socket)
      response.shouldKeepAlive = false
      this.#reject(answer, response, connection)
    }
  }
}
