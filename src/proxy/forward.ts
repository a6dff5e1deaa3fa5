import type { ClientRequest, IncomingMessage } from 'node:http'
import { type Duplex, pipeline } from 'node:stream'
import { TLSSocket } from 'node:tls'
import { ApiError } from '#meta/api-error.js'
import type { ConnectExchange, HeaderList } from '#registry/subresources/connect.js'
import { join } from './join-streams.js'
import type { Upstream } from './upstream.js'

/** How long a connection may take. */
const CONNECT_MS = 10_000

/** The other server did not connect or respond in time. */
export class UpstreamTimeout extends Error {
  override readonly name = 'UpstreamTimeout'
}

/** The response of the other server cannot be passed on. */
export class InvalidResponse extends Error {
  override readonly name = 'InvalidResponse'
}

export interface Forwarding {
  readonly upstream: Upstream
  /** The path at the other server, with the query. */
  readonly path: string
  /** The headers for the other server, without those of the connection and the body. */
  readonly headers: HeaderList
  /** The headers of a response for the client. Throws an `ApiError` to replace the response. */
  readonly answer: (response: IncomingMessage) => HeaderList
  /** Reads a response that the client does not get, and resolves with the error in its place; undefined for others. */
  readonly refuse?: ((response: IncomingMessage) => Promise<ApiError> | undefined) | undefined
  /** Changes the body of a response. Its length is unknown then. */
  readonly transform?: ((response: IncomingMessage) => Duplex | undefined) | undefined
  /** The error for the client when the other server cannot be reached or its response is not HTTP. */
  readonly failed: (error: Error) => ApiError
  /** How long a connection may take. */
  readonly connectMs?: number | undefined
  /** How long the head of the response may take; undefined without a limit. Bodies have no time limit. */
  readonly headMs: number | undefined
}

/**
 * Passes a request to another server and its response to the client, both as streams: a slow reader slows the writer
 * down, and when one side goes, the other is closed. Resolves when the exchange is over. Rejects with an `ApiError`
 * before the response has started.
 */
export function forward(exchange: ConnectExchange, forwarding: Forwarding): Promise<void> {
  return new Forward(exchange, forwarding).done
}

class Forward {
  readonly done: Promise<void>
  readonly #exchange: ConnectExchange
  readonly #forwarding: Forwarding
  #settle: (error?: Error) => void = () => undefined
  #sent: ClientRequest | undefined
  #hasResponse = false
  #isRefused = false
  #isOver = false
  /** The two connections after an upgrade. */
  #joined: readonly Duplex[] = []
  #timer: NodeJS.Timeout | undefined

  constructor(exchange: ConnectExchange, forwarding: Forwarding) {
    this.#exchange = exchange
    this.#forwarding = forwarding
    const { signal } = exchange
    const { closed } = forwarding.upstream
    this.done = new Promise((resolve, reject) => {
      this.#settle = (error) => {
        if (this.#isOver) return
        this.#isOver = true
        clearTimeout(this.#timer)
        signal.removeEventListener('abort', this.#onClientGone)
        closed.removeEventListener('abort', this.#onEnd)
        this.#dropInput()
        if (error === undefined) resolve()
        else reject(error)
      }
    })
    if (signal.aborted) {
      this.#settle()
      return
    }
    if (closed.aborted) {
      this.#fail(new Error('the connection was closed'))
      return
    }
    signal.addEventListener('abort', this.#onClientGone)
    closed.addEventListener('abort', this.#onEnd)
    this.#send(true)
  }

  readonly #onClientGone = (): void => {
    if (this.#isOver) return
    this.#close()
    if (this.#hasResponse) this.#exchange.abort()
    this.#settle()
  }

  /** The other server or this one goes. */
  readonly #onEnd = (): void => {
    if (this.#isOver) return
    this.#close()
    this.#fail(new Error('the connection was closed'))
  }

  #close(): void {
    this.#sent?.destroy()
    for (const connection of this.#joined) connection.destroy()
  }

  /** The other server reads no more of the body. The client may still have to send it before it reads the response. */
  #dropInput(): void {
    const { body } = this.#exchange
    if (body === undefined || body instanceof Uint8Array || body.readableEnded) return
    body.unpipe()
    body.resume()
  }

  #send(mayRetry: boolean): void {
    const { upstream, path } = this.#forwarding
    const { method, body, upgrade } = this.#exchange
    let sent: ClientRequest
    try {
      sent = upstream.request({ method, path, headers: this.#headers() })
    } catch (error) {
      this.#fail(error as Error)
      return
    }
    this.#sent = sent
    this.#limitTime(sent)
    // A persistent connection may close at the moment of the request. Reads can be repeated.
    const isRepeatable = mayRetry && body === undefined && (method === 'GET' || method === 'HEAD')
    sent.on('error', (error: NodeJS.ErrnoException) => {
      clearTimeout(this.#timer)
      if (isRepeatable && sent.reusedSocket && error.code === 'ECONNRESET' && !this.#isOver) this.#send(false)
      else this.#fail(error)
    })
    // Node closes a request without an error after a switch that nobody asked for.
    sent.on('close', () => {
      if (this.#sent === sent && !this.#hasResponse && !this.#isRefused) this.#fail(new Error('no response'))
    })
    sent.on('response', (response) => this.#respond(response))
    if (upgrade !== undefined) sent.on('upgrade', (...parts) => this.#switch(...parts))
    if (body === undefined || body instanceof Uint8Array) sent.end(body)
    else body.pipe(sent)
  }

  /** Alternating names and values. */
  #headers(): readonly string[] {
    const { method, body, upgrade, rawHeaders } = this.#exchange
    const headers = this.#forwarding.headers.flat()
    if (upgrade !== undefined) headers.push('Connection', 'Upgrade', 'Upgrade', upgrade)
    if (body === undefined) {
      if (method !== 'GET' && method !== 'HEAD') headers.push('Content-Length', '0')
    } else if (body instanceof Uint8Array) headers.push('Content-Length', String(body.length))
    else {
      const length = headerOf(rawHeaders, 'content-length')
      if (length === undefined) headers.push('Transfer-Encoding', 'chunked')
      else headers.push('Content-Length', length)
    }
    return headers
  }

  #limitTime(sent: ClientRequest): void {
    const giveUp = (why: string) => sent.destroy(new UpstreamTimeout(why))
    clearTimeout(this.#timer)
    const { headMs, connectMs = CONNECT_MS } = this.#forwarding
    if (headMs !== undefined) this.#timer = setTimeout(giveUp, headMs, 'no response in time')
    sent.once('socket', (socket) => {
      if (!socket.connecting) return
      const timer = setTimeout(giveUp, connectMs, 'no connection in time')
      const stop = () => clearTimeout(timer)
      socket.once(socket instanceof TLSSocket ? 'secureConnect' : 'connect', stop)
      socket.once('close', stop)
    })
  }

  #respond(response: IncomingMessage): void {
    clearTimeout(this.#timer)
    const exchange = this.#exchange
    const { statusCode = 0 } = response
    const refusal = this.#forwarding.refuse?.(response)
    if (refusal !== undefined) {
      this.#isRefused = true
      refusal.then(
        (error) => this.#settle(error),
        (error: Error) => this.#settle(this.#forwarding.failed(error)),
      )
      return
    }
    const body = this.#begin(response, () => {
      if (statusCode < 200 || statusCode > 599) throw new InvalidResponse(`its status is ${statusCode}`)
      return exchange.respond(statusCode, this.#forwarding.answer(response))
    })
    if (body === undefined) return
    response.on('error', () => this.#abort())
    // An incomplete response must not look complete.
    response.on('close', () => {
      if (!response.complete) this.#abort()
    })
    body.once('finish', () => this.#settle())
    body.once('close', () => this.#onClientGone())
    const transform = this.#forwarding.transform?.(response)
    if (transform === undefined) response.pipe(body)
    else pipeline(response, transform, body, () => undefined)
  }

  #switch(response: IncomingMessage, socket: Duplex, head: Buffer): void {
    clearTimeout(this.#timer)
    socket.on('error', () => undefined)
    const { upgrade = '' } = this.#exchange
    const chosen = response.headers.upgrade ?? ''
    const client = this.#begin(response, () => {
      if (!isOffered(chosen, upgrade)) {
        const [switched, asked] = [JSON.stringify(chosen), JSON.stringify(upgrade)]
        throw new InvalidResponse(`it switched to ${switched}, not to ${asked}`)
      }
      const headers = this.#forwarding.answer(response)
      return this.#exchange.switchProtocols([['Connection', 'Upgrade'], ['Upgrade', chosen], ...headers])
    })
    if (client === undefined) {
      socket.destroy()
      return
    }
    if (head.length > 0) socket.unshift(head)
    this.#joined = [client, socket]
    join(client, socket, () => this.#settle())
  }

  /** Starts the response. Undefined if the exchange is over, or the response is refused. */
  #begin<T>(response: IncomingMessage, start: () => T): T | undefined {
    if (this.#isOver) {
      response.destroy()
      return undefined
    }
    try {
      const started = start()
      this.#hasResponse = true
      return started
    } catch (error) {
      response.destroy()
      this.#fail(error as Error)
      return undefined
    }
  }

  #abort(): void {
    if (this.#isOver) return
    this.#exchange.abort()
    this.#settle()
  }

  #fail(error: Error): void {
    if (this.#hasResponse) this.#abort()
    else this.#settle(error instanceof ApiError ? error : this.#forwarding.failed(error))
  }
}

/** Whether a client that offers these protocols, separated by commas, accepts the chosen one. */
const isOffered = (chosen: string, offered: string) =>
  offered.split(',').some((protocol) => protocol.trim().toLowerCase() === chosen.trim().toLowerCase())

function headerOf(rawHeaders: readonly string[], name: string): string | undefined {
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.toLowerCase() === name) return rawHeaders[index + 1]
  }
  return undefined
}
