import type { ClientRequest, IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { MemberUnreachable } from '#federation/members/member-errors.js'
import type { MemberTransport } from '#federation/members/transport/member-transport.js'
import { ApiError, serviceUnavailable } from '#meta/api-error.js'
import type { ConnectExchange, HeaderList } from '#registry/subresources/connect.js'
import { join } from './join-streams.js'

/** How long a connection may take, and then the head of the response. Bodies have no time limit. */
const CONNECT_MS = 10_000
const HEAD_MS = 60_000

export interface Forwarding {
  readonly transport: MemberTransport
  /** At the member, with the query. */
  readonly path: string
  /** The headers for the member, without those of the connection and the body. */
  readonly headers: HeaderList
  /** The headers of a response for the client. Throws an `ApiError` to replace the response. */
  readonly answer: (response: IncomingMessage) => HeaderList
  /** How long the head of the response may take. */
  readonly headMs?: number
}

/**
 * Passes a request to a member and its response to the client, both as streams: a slow reader slows the writer down,
 * and when one side goes, the other is closed. Resolves when the exchange is over. Rejects with an `ApiError` before
 * the response has started.
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
  #isOver = false
  /** The two connections after an upgrade. */
  #joined: readonly Duplex[] = []
  #timer: NodeJS.Timeout | undefined

  constructor(exchange: ConnectExchange, forwarding: Forwarding) {
    this.#exchange = exchange
    this.#forwarding = forwarding
    const { signal } = exchange
    const { closed } = forwarding.transport
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
      this.#fail(new MemberUnreachable('the connection was closed'))
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

  /** The member or this server goes. */
  readonly #onEnd = (): void => {
    if (this.#isOver) return
    this.#close()
    this.#fail(new MemberUnreachable('the connection was closed'))
  }

  #close(): void {
    this.#sent?.destroy()
    for (const connection of this.#joined) connection.destroy()
  }

  /** The member reads no more of the body. The client may still have to send it before it reads the response. */
  #dropInput(): void {
    const { body } = this.#exchange
    if (body === undefined || body instanceof Uint8Array || body.readableEnded) return
    body.unpipe()
    body.resume()
  }

  #send(mayRetry: boolean): void {
    const { transport, path } = this.#forwarding
    const { method, body, upgrade } = this.#exchange
    let sent: ClientRequest
    try {
      sent = transport.request({ method, path, headers: this.#headers() })
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
      if (this.#sent === sent && !this.#hasResponse) this.#fail(new MemberUnreachable('no response'))
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
    const giveUp = (why: string) => sent.destroy(new MemberUnreachable(why))
    clearTimeout(this.#timer)
    this.#timer = setTimeout(giveUp, this.#forwarding.headMs ?? HEAD_MS, 'no response in time')
    sent.once('socket', (socket) => {
      if (!socket.connecting) return
      const timer = setTimeout(giveUp, CONNECT_MS, 'no connection in time')
      const stop = () => clearTimeout(timer)
      socket.once('connect', stop)
      socket.once('close', stop)
    })
  }

  #respond(response: IncomingMessage): void {
    clearTimeout(this.#timer)
    const exchange = this.#exchange
    const { statusCode = 0 } = response
    const body = this.#begin(response, () => {
      if (statusCode < 200 || statusCode > 599) throw invalidStatus(statusCode)
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
    response.pipe(body)
  }

  #switch(response: IncomingMessage, socket: Duplex, head: Buffer): void {
    clearTimeout(this.#timer)
    socket.on('error', () => undefined)
    const { upgrade = '' } = this.#exchange
    const chosen = response.headers.upgrade ?? ''
    const client = this.#begin(response, () => {
      if (!isOffered(chosen, upgrade)) {
        throw serviceUnavailable(
          `the member switched to ${JSON.stringify(chosen)}, not to ${JSON.stringify(upgrade)}`,
        )
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
    else this.#settle(error instanceof ApiError ? error : unreachable(error))
  }
}

const unreachable = ({ message }: Error) => serviceUnavailable(`the member cannot be reached: ${message}`)
const invalidStatus = (code: number) => serviceUnavailable(`the member responded with the status ${code}`)

/** Whether a client that offers these protocols, separated by commas, accepts the chosen one. */
const isOffered = (chosen: string, offered: string) =>
  offered.split(',').some((protocol) => protocol.trim().toLowerCase() === chosen.trim().toLowerCase())

function headerOf(rawHeaders: readonly string[], name: string): string | undefined {
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.toLowerCase() === name) return rawHeaders[index + 1]
  }
  return undefined
}
