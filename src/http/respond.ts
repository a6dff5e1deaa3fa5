import type { ServerResponse } from 'node:http'
import { NO_BYTES } from '../codec/codec.js'
import { codecs } from '../codec/codecs.js'
import { PROTOBUF_TYPE } from '../codec/media-type.js'
import { encodeObject, type Schema } from '../codec/protobuf/object.js'
import type { ApiError } from '../meta/api-error.js'
import { Status } from '../meta/status.js'
import type { Renderings } from '../registry/serialize/renderings.js'
import type { CachedObject } from '../registry/store.js'
import { compressed, wantsGzip } from './compression.js'
import type { Exchange } from './exchange.js'

/** The only file that writes answers, together with `respond-list.ts`. */

/** A larger value is written on another thread, where that takes long. */
const LARGE_VALUE = 64 * 1024

const TEXT_TYPE = 'text/plain; charset=utf-8'

/** An object from the cache. As plain JSON, the usual case, its bytes go to the socket as they are. */
export function sendObject(
  exchange: Exchange,
  code: number,
  renderings: Renderings,
  object: CachedObject,
): void | Promise<void> {
  const rendering = renderings.get(exchange.representation, exchange.includedObject)
  const large = rendering.largeObject?.(object)
  return large === undefined
    ? sendBytes(exchange, code, rendering.contentType, rendering.object(object))
    : sendLater(exchange, code, rendering.contentType, large)
}

async function sendLater(exchange: Exchange, code: number, contentType: string, written: Promise<Buffer>) {
  return sendBytes(exchange, code, contentType, await written)
}

/** A value that says of which kind it is. `schema` describes it; without one it has no form in protobuf. */
export function sendValue(
  exchange: Exchange,
  code: number,
  value: object,
  schema?: Schema,
): void | Promise<void> {
  const { format, pretty } = exchange.representation
  if (format === 'protobuf' && schema !== undefined) {
    const { apiVersion = '', kind = '' } = value as { apiVersion?: string; kind?: string }
    return sendBytes(exchange, code, PROTOBUF_TYPE, encodeObject(schema, apiVersion, kind, value))
  }
  const codec = codecs[format === 'protobuf' ? 'json' : format]
  const json = codec.encodeLarge === undefined ? NO_BYTES : codecs.json.encode(value, false)
  if (json.length > LARGE_VALUE && codec.encodeLarge !== undefined) {
    return sendLater(exchange, code, codec.mediaType, codec.encodeLarge(json, false))
  }
  return sendBytes(exchange, code, codec.mediaType, codec.encode(value, pretty))
}

export function sendStatus(exchange: Exchange, code: number, status: Status): void | Promise<void> {
  return sendValue(exchange, code, status, Status)
}

export function sendError(exchange: Exchange, error: ApiError): void | Promise<void> {
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
  return sendStatus(exchange, error.code, error.toStatus())
}

export function sendText(exchange: Exchange, code: number, text: string, contentType = TEXT_TYPE) {
  return sendBytes(exchange, code, contentType, Buffer.from(text))
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
  headers: Readonly<Record<string, string | number>>,
): ServerResponse {
  exchange.code = code
  return exchange.response.writeHead(code, headers)
}

/** Begins a stream of events: its head leaves at once, its end is not known yet. */
export function beginStream(exchange: Exchange, contentType: string): ServerResponse {
  const response = beginAnswer(exchange, 200, { 'Content-Type': contentType })
  response.flushHeaders()
  return response
}

/** A whole body. A long one is compressed if the client likes that, and only then is there something to wait for. */
export function sendBytes(
  exchange: Exchange,
  code: number,
  contentType: string,
  body: Buffer,
): void | Promise<void> {
  exchange.code = code
  if (!exchange.isOpen) return
  if (wantsGzip(exchange, body.length)) return sendCompressed(exchange, code, contentType, body)
  const { response } = exchange
  response.writeHead(code, { 'Content-Type': contentType, 'Content-Length': body.length })
  response.end(body)
}

/** A body in a few pieces, which leave together. */
export function sendPieces(exchange: Exchange, contentType: string, pieces: readonly Buffer[]): void {
  exchange.code = 200
  const { response } = exchange
  let length = 0
  for (const piece of pieces) length += piece.length
  response.writeHead(200, { 'Content-Type': contentType, 'Content-Length': length })
  response.cork()
  for (const piece of pieces) response.write(piece)
  response.end()
}

async function sendCompressed(
  exchange: Exchange,
  code: number,
  contentType: string,
  body: Buffer,
): Promise<void> {
  const packed = await compressed(body)
  if (!exchange.isOpen) return
  const { response } = exchange
  response.appendHeader('Vary', 'Accept-Encoding')
  response.writeHead(code, {
    'Content-Encoding': 'gzip',
    'Content-Type': contentType,
    'Content-Length': packed.length,
  })
  response.end(packed)
}
