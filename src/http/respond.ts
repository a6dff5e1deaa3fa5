import type { ServerResponse } from 'node:http'
import { codecs } from '../codec/codecs.js'
import { JSON_TYPE } from '../codec/media-type.js'
import type { ApiError } from '../meta/api-error.js'
import type { CachedObject } from '../registry/store.js'
import type { Exchange } from './exchange.js'

/** The only file that writes answers. */

const TEXT_TYPE = 'text/plain; charset=utf-8'

/** An object from the cache. As plain JSON, the usual case, its bytes go to the socket as they are. */
export function sendObject(exchange: Exchange, code: number, object: CachedObject): void {
  if (exchange.format === 'json' && !exchange.pretty) send(exchange, code, JSON_TYPE, object.json)
  else sendValue(exchange, code, JSON.parse(object.json.toString()))
}

/** Any other value, in the format that was asked for. */
export function sendValue(exchange: Exchange, code: number, value: unknown): void {
  const codec = codecs[exchange.format]
  send(exchange, code, codec.mediaType, codec.encode(value, exchange.pretty))
}

export function sendError(exchange: Exchange, error: ApiError): void {
  const { response } = exchange
  if (response.headersSent) {
    // Too late for a Status: an answer that breaks off is all that can be told.
    response.destroy()
    return
  }
  // The rest of a body that is too large is not read: the connection ends with the answer.
  if (error.error === 'requestTooLarge') response.setHeader('Connection', 'close')
  const { retryAfterSeconds } = error.details ?? {}
  if (retryAfterSeconds !== undefined) response.setHeader('Retry-After', String(retryAfterSeconds))
  sendValue(exchange, error.code, error.toStatus())
}

export function sendText(exchange: Exchange, code: number, text: string, contentType = TEXT_TYPE): void {
  send(exchange, code, contentType, Buffer.from(text))
}

/** Bytes that are what they are, whatever format was asked for. */
export function sendBytes(exchange: Exchange, code: number, contentType: string, body: Buffer): void {
  send(exchange, code, contentType, body)
}

/** An answer without a body, of which the headers say everything. */
export function sendNothing(exchange: Exchange, code: number): void {
  exchange.code = code
  // A length would be that of the document that is not sent again.
  if (exchange.isOpen) exchange.response.writeHead(code, code === 304 ? {} : { 'Content-Length': 0 }).end()
}

/** Sends the head of an answer whose body follows in parts. */
export function beginAnswer(
  exchange: Exchange,
  code: number,
  contentType: string,
  length: number,
): ServerResponse {
  exchange.code = code
  return exchange.response.writeHead(code, { 'Content-Type': contentType, 'Content-Length': length })
}

/** Begins a stream of events: its head leaves at once, its end is not known yet. */
export function beginStream(exchange: Exchange): ServerResponse {
  exchange.code = 200
  exchange.response.writeHead(200, { 'Content-Type': JSON_TYPE })
  exchange.response.flushHeaders()
  return exchange.response
}

function send(exchange: Exchange, code: number, contentType: string, body: Buffer): void {
  exchange.code = code
  if (!exchange.isOpen) return
  const { response } = exchange
  response.writeHead(code, { 'Content-Type': contentType, 'Content-Length': body.length })
  response.end(body)
}
