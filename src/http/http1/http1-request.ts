import type { IncomingHttpHeaders } from 'node:http'
import type { Socket } from 'node:net'
import type { WholeRequest } from '#http/request/exchange.js'
import type { RequestHead } from './request-head.js'

/** A request that was read from its connection directly, with all of its body. */
export class Http1Request implements WholeRequest {
  readonly method: string
  url: string
  readonly headers: IncomingHttpHeaders
  readonly rawHeaders: readonly string[]
  readonly httpVersion = '1.1'
  readonly complete = true
  readonly socket: Socket
  readonly whole: Buffer

  constructor(socket: Socket, { method, url, fields }: RequestHead, body: Buffer) {
    this.socket = socket
    this.method = method
    this.url = url
    this.headers = fields.headers
    this.rawHeaders = fields.raw
    this.whole = body
  }
}
