import type { IncomingHttpHeaders, ServerHttp2Stream } from 'node:http2'
import type { Socket } from 'node:net'
import type { StreamedRequest } from '#http/request/exchange.js'
import { ApiError, badRequest, methodNotAllowed } from '#meta/api-error.js'

/** The overhead of a header in HTTP/1.1: colon, space and line break. */
const HEADER_OVERHEAD = 4

type BodyListener = (chunk: Buffer) => void

/** An HTTP/2 request with the interface of HTTP/1.1. */
export class StreamRequest implements StreamedRequest {
  readonly method: string
  url: string
  headers: IncomingHttpHeaders
  rawHeaders: readonly string[]
  readonly httpVersion = '2.0'
  readonly socket: ServerHttp2Stream
  readonly transport: Socket
  readonly isBodiless: boolean
  /** When the headers arrived, in milliseconds; 0 for a request without a body. */
  readonly arrivedAt: number

  constructor(
    stream: ServerHttp2Stream,
    transport: Socket,
    headers: IncomingHttpHeaders,
    rawHeaders: readonly string[],
  ) {
    this.socket = stream
    this.transport = transport
    this.headers = headers
    this.rawHeaders = rawHeaders
    this.method = headers[':method'] ?? ''
    this.url = headers[':path'] ?? '/'
    this.isBodiless = stream.endAfterHeaders
    this.arrivedAt = this.isBodiless ? 0 : performance.now()
    headers.host ??= headers[':authority']
  }

  get complete(): boolean {
    // Node ends the body of a stream that the client has reset, or whose connection is lost.
    return this.isBodiless || (this.socket.readableEnded && !this.socket.aborted)
  }

  /** Throws the `ApiError` that HTTP/1.1 would respond with. */
  check(maxHeaderBytes: number): void {
    let size = 0
    for (const text of this.rawHeaders) size += text.length
    size += (this.rawHeaders.length / 2) * HEADER_OVERHEAD
    if (size > maxHeaderBytes) {
      throw new ApiError(
        'headersTooLarge',
        `the headers of the request are larger than the limit of ${maxHeaderBytes} bytes`,
      )
    }
    if (this.method === 'CONNECT') throw methodNotAllowed()
    const { host, ':authority': authority } = this.headers
    if (authority !== undefined && host !== authority) {
      throw badRequest('the Host header of the request is not its :authority')
    }
  }

  on(event: 'data' | 'end' | 'error', listener: BodyListener): void {
    this.socket.on(event, listener)
  }

  off(event: 'data' | 'end' | 'error', listener: BodyListener): void {
    this.socket.off(event, listener)
  }

  resume(): void {
    this.socket.resume()
  }
}
