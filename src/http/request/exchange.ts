import type { IncomingHttpHeaders } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex, Writable } from 'node:stream'

/** A request, whichever version of HTTP it came by, and whichever way it was read. */
export type HttpRequest = WholeRequest | StreamedRequest

interface AnyRequest {
  readonly method?: string | undefined
  url?: string | undefined
  readonly headers: IncomingHttpHeaders
  readonly rawHeaders: readonly string[]
  readonly httpVersion: string
  /** What the request came by: its connection or, in HTTP/2, its stream. */
  readonly socket: Duplex
  /** The connection of its stream; undefined in HTTP/1.1, where `socket` is the connection. */
  readonly transport?: Socket
  /** Whether all of the request has arrived. */
  readonly complete: boolean
}

/** A request all of which was there before it was looked at. */
export interface WholeRequest extends AnyRequest {
  /** The body; empty when there is none. */
  readonly whole: Buffer
}

/** A request whose body may still be on its way. In HTTP/1.1 it is node's own `IncomingMessage`. */
export interface StreamedRequest extends AnyRequest {
  readonly whole?: undefined
  /** Whether it is certain that no body follows; undefined where only the headers tell. */
  readonly isBodiless?: boolean
  on(event: 'data', listener: (chunk: Buffer) => void): unknown
  on(event: 'end' | 'error', listener: () => void): unknown
  off(event: 'data', listener: (chunk: Buffer) => void): unknown
  off(event: 'end' | 'error', listener: () => void): unknown
  /** Reads the rest of the body and drops it. */
  resume(): unknown
}

/** The response to a request. For a request of HTTP/1.1 that node has read it is node's own `ServerResponse`. */
export interface HttpResponse {
  readonly req: HttpRequest
  readonly headersSent: boolean
  readonly writableEnded: boolean
  readonly destroyed: boolean
  /** Whether the body travels in chunks of HTTP/1.1. */
  readonly chunkedEncoding: boolean
  /** Whether its connection may serve further requests. In HTTP/2 no single response decides that. */
  shouldKeepAlive: boolean
  setHeader(name: string, value: string | readonly string[]): unknown
  appendHeader(name: string, value: string): unknown
  /**
   * Sends a whole body, where there is a shorter way for the usual case. Returns false, and has done nothing, where this
   * response is not usual. The type must consist of characters that a header may have; so must `auditId`,
   * which is given where the response names it.
   */
  sendWhole?(code: number, contentType: string, body: Buffer, auditId: string | undefined): boolean
  /** Sends the head of the response. What it returns takes the body. */
  writeHead(code: number, headers: Readonly<Record<string, string | number>>): Writable
  /** Has the head leave now, though nothing of the body is there yet. */
  flushHeaders(): void
  /** Tells a client that waits for it to send its body. */
  writeContinue(): void
  end(body?: Buffer | string): unknown
  /** Breaks the response off, so that it does not look complete. */
  destroy(): unknown
  on(event: 'close', listener: () => void): unknown
  once(event: 'close', listener: () => void): unknown
}

/** The connection that a request came by, which other requests may share with it. */
export function transportOf({ transport, socket }: HttpRequest): Socket {
  return transport ?? (socket as Socket)
}
