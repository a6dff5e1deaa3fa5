import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net'
import { ApiError, badRequest, internalError, methodNotAllowed, requestTooLarge } from '../meta/api-error.js'
import type { Logger } from '../observe/logger.js'
import { RequestAborted } from './body.js'
import { answerRaw, clientErrorOf } from './client-error.js'
import { Intake } from './intake.js'
import { closeGentlyAfterAnswer } from './linger.js'
import { explainListenError, ListenError } from './listen-error.js'
import { defaultLimits, type ListenerLimits } from './listener-limits.js'
import { QueuedAnswers } from './queued-answers.js'

/** Silent for this long, the peer of a connection is asked whether it still exists. Watches can be silent for hours. */
const PROBE_AFTER_MS = 30_000

export interface ListenerOptions {
  /**
   * Answers a request within the limits of the listener. What it throws or rejects with is logged, and answered by
   * `answerError`.
   */
  readonly handler: (
    request: IncomingMessage,
    response: ServerResponse,
    limits: ListenerLimits,
  ) => void | Promise<void>
  /** Answers with an error. Called at most once for a request, and only if nothing was sent yet. */
  readonly answerError: (
    error: ApiError,
    request: IncomingMessage,
    response: ServerResponse,
  ) => void | Promise<void>
  readonly limits?: ListenerLimits | undefined
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
}

export function createListener(options: ListenerOptions): Listener {
  return new HttpListener(options)
}

class HttpListener implements Listener {
  readonly #options: ListenerOptions
  readonly #limits: ListenerLimits
  readonly #server: Server
  readonly #intake = new Intake<ServerResponse>((response) => this.#answer(response))
  readonly #sockets = new Set<Socket>()
  /** The last answer that is under way on each connection. */
  readonly #answering = new Map<Socket, ServerResponse>()
  readonly #queued = new QueuedAnswers()
  /** Connections on which something arrived that is not HTTP. */
  readonly #broken = new WeakSet<Socket>()
  /** One function for all answers, to be called with the one that is over. */
  readonly #onAnswerClose: (this: ServerResponse) => void
  #closing: Promise<void> | undefined

  constructor(options: ListenerOptions) {
    this.#options = options
    const limits = options.limits ?? defaultLimits
    this.#limits = limits
    this.#server = createServer({
      maxHeaderSize: limits.maxHeaderBytes,
      headersTimeout: limits.headersTimeoutMs,
      requestTimeout: limits.requestTimeoutMs,
      keepAliveTimeout: limits.keepAliveTimeoutMs,
      connectionsCheckingInterval: limits.checkIntervalMs,
      noDelay: true,
      keepAlive: true,
      keepAliveInitialDelay: PROBE_AFTER_MS,
      // Checked below, to be refused with a Status.
      requireHostHeader: false,
    })
    const onAnswered = (response: ServerResponse) => this.#onAnswered(response)
    this.#onAnswerClose = function () {
      onAnswered(this)
    }
    this.#server.on('connection', (socket) => this.#track(socket))
    this.#server.on('request', (_request, response) => {
      this.#expectAnswer(response)
      this.#intake.add(response)
    })
    this.#server.on('checkContinue', (request, response) => this.#checkContinue(request, response))
    this.#server.on('checkExpectation', (request, response) => {
      closeGentlyAfterAnswer(request.socket)
      const asked = JSON.stringify(request.headers.expect)
      this.#refuseFirst(badRequest(`the expectation ${asked} is not known`), response)
    })
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
      for (const socket of this.#sockets) socket.destroy()
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
    for (const socket of this.#sockets) {
      if (!this.#answering.has(socket)) socket.destroy()
    }
    for (const response of this.#answering.values()) response.shouldKeepAlive = false
    await closed
    // Nothing is left to destroy now; this ends the timer that looks for late requests.
    this.#server.close()
  }

  #track(socket: Socket): void {
    this.#sockets.add(socket)
    socket.once('close', () => {
      this.#sockets.delete(socket)
      this.#answering.delete(socket)
      this.#queued.close(socket)
    })
  }

  #checkContinue(request: IncomingMessage, response: ServerResponse): void {
    const { maxBodyBytes } = this.#limits
    if (Number(request.headers['content-length'] ?? 0) > maxBodyBytes) {
      closeGentlyAfterAnswer(request.socket)
      this.#refuseFirst(requestTooLarge(maxBodyBytes), response)
      return
    }
    this.#expectAnswer(response)
    if (refusalOf(request) === undefined) response.writeContinue()
    this.#answer(response)
  }

  /** A request has arrived: until it is answered its connection is not closed. */
  #expectAnswer(response: ServerResponse): void {
    const { socket } = response.req
    if (this.#answering.has(socket)) this.#queued.add(response)
    this.#answering.set(socket, response)
    response.on('close', this.#onAnswerClose)
  }

  #answer(response: ServerResponse): void {
    const request = response.req
    const { socket } = request
    // The answer before said that it was the last; nobody reads another one.
    if (!socket.writable) return
    // The rest of it turned out not to be HTTP, and it was answered then.
    if (this.#broken.has(socket) && !request.complete) return
    if (this.#closing !== undefined) response.shouldKeepAlive = false
    const refusal = refusalOf(request)
    if (refusal !== undefined) {
      this.#refuse(refusal, request, response)
      return
    }
    try {
      const answer = this.#options.handler(request, response, this.#limits)
      answer?.catch((error: unknown) => this.#onFault(error, request, response))
    } catch (error) {
      this.#onFault(error, request, response)
    }
  }

  /** Refuses a request before its body is sent. */
  #refuseFirst(error: ApiError, response: ServerResponse): void {
    this.#expectAnswer(response)
    response.shouldKeepAlive = false
    this.#refuse(error, response.req, response)
  }

  #onAnswered(response: ServerResponse): void {
    const { socket } = response.req
    this.#queued.remove(response)
    if (this.#answering.get(socket) !== response) return
    this.#answering.delete(socket)
    if (this.#closing !== undefined || this.#broken.has(socket)) socket.destroySoon()
  }

  #onFault(error: unknown, request: IncomingMessage, response: ServerResponse): void {
    if (error instanceof RequestAborted) {
      response.destroy()
      return
    }
    this.#options.logger.error({ err: error, method: request.method, url: request.url }, 'a request failed')
    // An answer that has begun cannot become an error, but it must not look complete either.
    if (response.headersSent) response.destroy()
    else this.#refuse(error instanceof ApiError ? error : internalError(), request, response)
  }

  #refuse(error: ApiError, request: IncomingMessage, response: ServerResponse): void {
    const giveUp = (err: unknown) => {
      this.#options.logger.error(
        { err, method: request.method, url: request.url },
        'an error was not answered',
      )
      response.destroy()
    }
    try {
      this.#options.answerError(error, request, response)?.catch(giveUp)
    } catch (err) {
      giveUp(err)
    }
  }

  #onClientError(error: NodeJS.ErrnoException, socket: Socket): void {
    if (!socket.writable || error.code === 'ECONNRESET') {
      socket.destroy()
      return
    }
    // Every further piece of what is not HTTP is told again.
    if (this.#broken.has(socket)) return
    this.#broken.add(socket)
    const answer = clientErrorOf(error, this.#limits.maxHeaderBytes)
    const response = this.#answering.get(socket)
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
      this.#refuse(answer, response.req, response)
    }
  }
}

/** Why a request that is valid HTTP is not taken, before anybody looks at what it asks for. */
function refusalOf({ headers, httpVersion }: IncomingMessage): ApiError | undefined {
  if (headers.host === undefined && httpVersion === '1.1') {
    return badRequest('the request has no Host header')
  }
  // Some clients offer HTTP/2 with every request; that offer can be ignored.
  if (headers.upgrade !== undefined && !/^h2c\b/i.test(headers.upgrade)) {
    return badRequest(`the upgrade to ${JSON.stringify(headers.upgrade)} is not supported`)
  }
  return undefined
}
