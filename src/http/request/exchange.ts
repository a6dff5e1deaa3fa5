import type { IncomingHttpHeaders } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex, Writable } from 'node:stream'
import type { FlowHeaders } from '#http/response/flow-headers.js'
import type { ApiError } from '#meta/api-error.js'

/** A request of any HTTP version and parser. */
export type HttpRequest = WholeRequest | StreamedRequest

interface AnyRequest {
  readonly method?: string | undefined
  url?: string | undefined
  headers: IncomingHttpHeaders
  rawHeaders: readonly string[]
  readonly httpVersion: string
  /** Its connection or, in HTTP/2, its stream. */
  readonly socket: Duplex
  /** The connection of the HTTP/2 stream; undefined in HTTP/1.1, where `socket` is the connection. */
  readonly transport?: Socket
  /** Whether the whole request has arrived. */
  readonly complete: boolean
  /** Takes the connection from HTTP, for another protocol. Undefined for requests that cannot switch. */
  readonly takeOver?: () => Duplex
}

/** A request that was parsed after it arrived in full. */
export interface WholeRequest extends AnyRequest {
  /** The body; empty when there is none. */
  readonly whole: Buffer
}

/** A request whose body may still arrive. In HTTP/1.1 it is node's `IncomingMessage`. */
export interface StreamedRequest extends AnyRequest {
  readonly whole?: undefined
  /** Whether there is certainly no body; undefined if only the headers tell. */
  readonly isBodiless?: boolean
  on(event: 'data', listener: (chunk: Buffer) => void): unknown
  on(event: 'end' | 'error', listener: () => void): unknown
  off(event: 'data', listener: (chunk: Buffer) => void): unknown
  off(event: 'end' | 'error', listener: () => void): unknown
  /** Reads the rest of the body and drops it. */
  resume(): unknown
}

/** The stream of a watch. */
export interface EventStream {
  /** Returns false if the client is gone or too slow. */
  send(frames: readonly Buffer[]): boolean
  /** Resolves when the client has read enough; undefined if it has. */
  drained(): Promise<void> | undefined
  /** Ends the stream after all sent frames. */
  end(lastFrame?: Buffer): void
}

/** A response. For HTTP/1.1 requests parsed by node it is node's `ServerResponse`. */
export interface HttpResponse {
  readonly req: HttpRequest
  readonly headersSent: boolean
  readonly writableEnded: boolean
  readonly destroyed: boolean
  /** Whether the body uses chunked transfer encoding. */
  readonly chunkedEncoding: boolean
  /** Whether the connection stays open. In HTTP/2 this has no effect. */
  shouldKeepAlive: boolean
  setHeader(name: string, value: string | readonly string[]): unknown
  appendHeader(name: string, value: string): unknown
  /**
   * Sends a whole body by a fast path. Returns false if the fast path does not apply. `contentType` and `auditId`
   * must be valid header values; `auditId` and `flow` are set if the response has these headers.
   */
  sendWhole?(
    code: number,
    contentType: string,
    body: Buffer,
    auditId: string | undefined,
    flow: FlowHeaders | undefined,
  ): boolean
  /** Sends the head and a whole body in one write. Only responses to HTTP/1.1 requests parsed here have it. */
  sendAll?(code: number, headers: Readonly<Record<string, string | number>>, body: Buffer): void
  /** Sends the head. Returns the writable of the body. */
  writeHead(code: number, headers: Readonly<Record<string, string | number>>): Writable
  /** Sends the head now, before the body. */
  flushHeaders(): void
  /** Wraps the stream of a watch; `fail` ends it with an error event. Only wrapped responses have it. */
  wrapStream?(stream: EventStream, fail: (error: ApiError) => void): EventStream
  /** Sends `100 Continue`. */
  writeContinue(): void
  end(body?: Buffer | string): unknown
  /** Aborts the response; it does not look complete. */
  destroy(): unknown
  on(event: 'close', listener: () => void): unknown
  once(event: 'close', listener: () => void): unknown
}

/** The connection of a request, which other requests may share. */
export function transportOf({ transport, socket }: HttpRequest): Socket {
  return transport ?? (socket as Socket)
}
