import { type Duplex, pipeline } from 'node:stream'
import { ApiError } from '#meta/api-error.js'
import type { ConnectExchange, HeaderList } from '#registry/subresources/connect.js'
import { type Connection, type ResponseHandler, UpstreamTimeout } from './client/connection.js'
import { headerOf, type UpstreamResponse } from './client/response.js'
import { InvalidResponse, type ResponseHead } from './client/response-parser.js'
import { join } from './join-streams.js'
import type { Upstream } from './upstream.js'

/** How long a connection may take. */
const CONNECT_MS = 10_000

export interface Forwarding {
  readonly upstream: Upstream
  /** The path at the other server, with the query. */
  readonly path: string
  /** The headers for the other server, without those of the connection and the body. */
  readonly headers: HeaderList
  /** The headers of a response for the client. Throws an `ApiError` to replace the response. */
  readonly answer: (response: ResponseHead) => HeaderList
  /** Reads a response that the client does not get, and resolves with the error in its place; undefined for others. */
  readonly refuse?: ((response: UpstreamResponse) => Promise<ApiError> | undefined) | undefined
  /** Changes the body of a response. Its length is unknown then. */
  readonly transform?: ((response: UpstreamResponse) => Duplex | undefined) | undefined
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

class Forward implements ResponseHandler {
  readonly done: Promise<void>
  readonly #exchange: ConnectExchange
  readonly #forwarding: Forwarding
  #settle: (error?: Error) => void = () => undefined
  /** Undefined after the head of the response: then the connection may belong to another request. */
  #connection: Connection | undefined
  #response: UpstreamResponse | undefined
  #hasResponse = false
  #isOver = false
  /** The two connections after an upgrade. */
  #joined: readonly Duplex[] = []
  #timer: NodeJS.Timeout | undefined

  constructor(exchange: ConnectExchange, forwarding: Forwarding) {
    this.#exchange = exchange
    this.#forwarding = forwarding
    const { signal } = exchange
    this.done = new Promise((resolve, reject) => {
      this.#settle = (error) => {
        if (this.#isOver) return
        this.#isOver = true
        clearTimeout(this.#timer)
        signal.removeEventListener('abort', this.#onClientGone)
        this.#dropInput()
        if (error === undefined) resolve()
        else reject(error)
      }
    })
    if (signal.aborted) {
      this.#settle()
      return
    }
    signal.addEventListener('abort', this.#onClientGone)
    this.#send(exchange.upgrade !== undefined)
  }

  readonly #onClientGone = (): void => {
    if (this.#isOver) return
    this.#connection?.close()
    this.#response?.abandon()
    for (const connection of this.#joined) connection.destroy()
    if (this.#hasResponse) this.#exchange.abort()
    this.#settle()
  }

  /** The other server reads no more of the body. The client may still have to send it before it reads the response. */
  #dropInput(): void {
    const { body } = this.#exchange
    if (body === undefined || body instanceof Uint8Array || body.readableEnded) return
    body.unpipe()
    body.resume()
  }

  #send(isNew: boolean): void {
    const { upstream, path, connectMs = CONNECT_MS, headMs } = this.#forwarding
    const { method, body } = this.#exchange
    try {
      const { headers, isChunked } = this.#framed()
      const request = { method, path, headers, body, isChunked }
      const connection = upstream.forward(request, this, { connectMs, isNew })
      this.#connection = connection
      clearTimeout(this.#timer)
      const giveUp = () => connection.close(new UpstreamTimeout('no response in time'))
      if (headMs !== undefined) this.#timer = setTimeout(giveUp, headMs)
    } catch (error) {
      this.#fail(error as Error)
    }
  }

  /** The headers, alternating names and values, with those that frame the body. */
  #framed(): { readonly headers: readonly string[]; readonly isChunked: boolean } {
    const { method, body, upgrade, rawHeaders } = this.#exchange
    const headers = this.#forwarding.headers.flat()
    let isChunked = false
    if (upgrade !== undefined) headers.push('Connection', 'Upgrade', 'Upgrade', upgrade)
    if (body === undefined) {
      if (method !== 'GET' && method !== 'HEAD') headers.push('Content-Length', '0')
    } else if (body instanceof Uint8Array) {
      headers.push('Content-Length', String(body.length))
    } else {
      const length = headerOf(rawHeaders, 'content-length')
      isChunked = length === undefined
      headers.push(...(length === undefined ? ['Transfer-Encoding', 'chunked'] : ['Content-Length', length]))
    }
    return { headers, isChunked }
  }

  onFailure(error: Error, isUnread: boolean): void {
    const { method, body } = this.#exchange
    // A persistent connection may close at the moment of the request. Reads can be repeated.
    const isRepeatable = isUnread && body === undefined && (method === 'GET' || method === 'HEAD')
    if (isRepeatable && !this.#isOver) this.#send(true)
    else this.#fail(error)
  }

  onResponse(response: UpstreamResponse): void {
    clearTimeout(this.#timer)
    this.#connection = undefined
    this.#response = response
    if (this.#isOver) {
      response.abandon()
      return
    }
    const refusal = this.#forwarding.refuse?.(response)
    if (refusal !== undefined) {
      refusal.then(
        (error) => this.#settle(error),
        (error: Error) => this.#settle(this.#forwarding.failed(error)),
      )
      return
    }
    try {
      this.#respond(response)
    } catch (error) {
      response.abandon()
      this.#fail(error as Error)
    }
  }

  #respond(response: UpstreamResponse): void {
    const exchange = this.#exchange
    const { statusCode, whole } = response
    if (statusCode > 599) throw new InvalidResponse(`its status is ${statusCode}`)
    const headers = this.#forwarding.answer(response)
    const transform = this.#forwarding.transform?.(response)
    if (whole !== undefined && transform === undefined) {
      exchange.respondWhole(statusCode, headers, whole)
      this.#settle()
      return
    }
    const client = exchange.respond(statusCode, headers)
    this.#hasResponse = true
    client.once('finish', () => this.#settle())
    client.once('close', () => this.#onClientGone())
    const { body } = response
    // An incomplete response must not look complete.
    body.on('error', () => this.#abort())
    if (transform === undefined) body.pipe(client)
    else pipeline(body, transform, client, () => undefined)
  }

  onSwitch(head: ResponseHead, socket: Duplex): void {
    clearTimeout(this.#timer)
    this.#connection = undefined
    socket.on('error', () => undefined)
    try {
      this.#switch(head, socket)
    } catch (error) {
      socket.destroy()
      this.#fail(error as Error)
    }
  }

  #switch(head: ResponseHead, socket: Duplex): void {
    const { upgrade = '' } = this.#exchange
    const chosen = headerOf(head.rawHeaders, 'upgrade') ?? ''
    if (this.#isOver || !isOffered(chosen, upgrade)) {
      const [switched, asked] = [JSON.stringify(chosen), JSON.stringify(upgrade)]
      throw new InvalidResponse(`it switched to ${switched}, not to ${asked}`)
    }
    const headers = this.#forwarding.answer(head)
    const client = this.#exchange.switchProtocols([
      ['Connection', 'Upgrade'],
      ['Upgrade', chosen],
      ...headers,
    ])
    this.#hasResponse = true
    this.#joined = [client, socket]
    join(client, socket, () => this.#settle())
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
  offered !== '' &&
  offered.split(',').some((protocol) => protocol.trim().toLowerCase() === chosen.trim().toLowerCase())
