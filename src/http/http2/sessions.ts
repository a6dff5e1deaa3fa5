import { constants, performServerHandshake, type ServerOptions } from 'node:http2'
import type { Socket } from 'node:net'
import type { Channel } from '#http/connection/channel.js'
import { RequestBatch } from '#http/connection/request-batch.js'
import type { RequestRunner } from '#http/connection/request-runner.js'
import type { ListenerLimits } from '#http/limits/listener-limits.js'
import type { UnsentBudget } from '#http/limits/unsent-budget.js'
import { ApiError } from '#meta/api-error.js'
import { Session, type StreamListener } from './session.js'
import { sessionOptions } from './session-limits.js'
import { StreamChannel } from './stream-channel.js'
import { StreamRequest } from './stream-request.js'
import { StreamResponse } from './stream-response.js'

/** One connection can send very many requests at once. This many are served per turn. */
const MAX_PER_TURN = 100

export interface SessionsOptions {
  readonly runner: RequestRunner
  readonly budget: UnsentBudget
  readonly limits: ListenerLimits
}

/** The open HTTP/2 connections. Every HTTP/1.1 request limit applies to their streams. */
export class Sessions implements Iterable<Channel> {
  readonly #runner: RequestRunner
  readonly #budget: UnsentBudget
  readonly #limits: ListenerLimits
  readonly #options: ServerOptions
  readonly #sessions = new Set<Session>()
  /** In order of arrival. */
  readonly #streams = new Set<StreamChannel>()
  readonly #batch = new RequestBatch<StreamChannel>({
    serve: (channel) => this.#respond(channel),
    onFault: (channel, error) => {
      this.#runner.logFault(error)
      channel.cut()
    },
    maxPerTurn: MAX_PER_TURN,
  })
  #timer: NodeJS.Timeout | undefined
  #isClosing = false

  constructor({ runner, budget, limits }: SessionsOptions) {
    this.#runner = runner
    this.#budget = budget
    this.#limits = limits
    this.#options = sessionOptions(limits)
  }

  [Symbol.iterator](): Iterator<Channel> {
    return this.#streams.values()
  }

  start(): void {
    this.#timer = setInterval(() => this.#inspect(), this.#limits.checkIntervalMs)
    this.#timer.unref()
  }

  /** `wire` is the socket below TLS. */
  accept(socket: Socket, wire: Socket): void {
    const node = performServerHandshake(socket, this.#options)
    const session = new Session(node, socket, wire, this.#limits)
    this.#sessions.add(session)
    const onStream: StreamListener = (stream, headers, _flags, rawHeaders) => {
      // Errors come with the `close` of the stream.
      stream.on('error', ignore)
      if (this.#streams.size >= this.#limits.maxStreams) stream.close(constants.NGHTTP2_REFUSED_STREAM)
      else this.#arrive(session, new StreamRequest(stream, socket, headers, rawHeaders))
    }
    node.on('stream', onStream)
    // Node responds to protocol errors.
    node.on('error', ignore)
    socket.once('close', () => this.#sessions.delete(session))
    if (this.#isClosing) session.close()
  }

  #arrive(session: Session, request: StreamRequest): void {
    const stream = request.socket
    const response = new StreamResponse(request)
    const channel = new StreamChannel(response, this.#budget, this.#limits)
    session.begin()
    this.#streams.add(channel)
    stream.on('close', () => {
      session.end(response.headersSent)
      this.#streams.delete(channel)
      channel.close()
    })
    // The stream closes after its response, even if the request is incomplete.
    if (!request.isBodiless) stream.once('finish', () => stream.close(constants.NGHTTP2_NO_ERROR))
    this.#batch.add(channel)
  }

  /** Returns whether the response is still to come. */
  #respond(channel: StreamChannel): boolean {
    const { response } = channel
    // The client reset the stream.
    if (response.destroyed) return false
    try {
      response.req.check(this.#limits.maxHeaderBytes)
    } catch (error) {
      this.#runner.reject(error as ApiError, response, channel)
      return false
    }
    return this.#runner.run(response, channel)
  }

  #inspect(): void {
    for (const session of this.#sessions) session.inspect()
    const late = performance.now() - this.#limits.requestTimeoutMs
    for (const channel of this.#streams) {
      const { response } = channel
      if (response.req.arrivedAt > late) break
      if (!response.req.complete && !response.headersSent)
        this.#runner.reject(requestTimeout(), response, channel)
    }
  }

  /** Asks clients to open new connections. Those of now close after their last pending response. */
  drain(): void {
    for (const session of this.#sessions) session.close()
  }

  /** The same for connections to come. */
  close(): void {
    this.#isClosing = true
    this.drain()
  }

  reset(): void {
    for (const session of this.#sessions) session.reset()
  }

  stop(): void {
    clearInterval(this.#timer)
  }
}

const ignore = () => undefined

const requestTimeout = () => new ApiError('requestTimeout', 'the request did not arrive in time')
