import type { Writable } from 'node:stream'
import { NO_BYTES } from '#codec/codec.js'
import { codecs } from '#codec/codecs.js'
import { PROTOBUF_TYPE } from '#codec/media-type.js'
import { encodeObject, type Schema } from '#codec/protobuf/object.js'
import { warn } from '#http/handlers/warnings.js'
import type { HttpResponse } from '#http/request/exchange.js'
import type { RequestContext } from '#http/request/request-context.js'
import type { ApiError } from '#meta/api-error.js'
import { Status } from '#meta/status.js'
import { timed } from '#observe/trace/request-trace.js'
import { withConversions } from '#registry/conversion-needed.js'
import type { Serializers } from '#registry/serialize/serializers.js'
import type { CachedObject } from '#registry/store.js'
import { compressed, gzipStream, wantsGzip } from './compression.js'

/** All responses are written here, in `respond-list.ts` and in `respond-document.ts`. */

/** Larger values are encoded on another thread. */
const LARGE_VALUE = 64 * 1024

const TEXT_TYPE = 'text/plain; charset=utf-8'

/** Sends an object from the cache. Plain JSON, the usual case, is sent as cached. */
export function sendObject(
  context: RequestContext,
  code: number,
  serializers: Serializers,
  object: CachedObject,
): void | Promise<void> {
  return serializers.isConverted
    ? withConversions(() => sendAtHand(context, code, serializers, object), context.trace)
    : sendAtHand(context, code, serializers, object)
}

function sendAtHand(
  context: RequestContext,
  code: number,
  serializers: Serializers,
  object: CachedObject,
): void | Promise<void> {
  const serializer = serializers.get(context.representation, context.includedObject)
  if (context.recorder !== undefined) {
    const json = context.recorder.wantsResponseObject ? serializers.json.object(object) : undefined
    context.responseObject = { name: object.name, json }
  }
  const large = serializer.largeObject?.(object)
  return large === undefined
    ? sendBytes(context, code, serializer.contentType, serializer.object(object))
    : timed(context.trace, 'response', sendLater(context, code, serializer.contentType, large))
}

async function sendLater(
  context: RequestContext,
  code: number,
  contentType: string,
  written: Promise<Buffer>,
) {
  return sendBytes(context, code, contentType, await written)
}

/** Sends a value with a kind. Without a `schema` it has no protobuf encoding. */
export function sendValue(
  context: RequestContext,
  code: number,
  value: object,
  schema?: Schema,
): void | Promise<void> {
  if (context.recorder?.wantsResponseObject) context.responseObject = { json: JSON.stringify(value) }
  const { format, pretty } = context.representation
  if (format === 'protobuf' && schema !== undefined) {
    const { apiVersion = '', kind = '' } = value as { apiVersion?: string; kind?: string }
    return sendBytes(context, code, PROTOBUF_TYPE, encodeObject(schema, apiVersion, kind, value))
  }
  const codec = codecs[format === 'protobuf' ? 'json' : format]
  const json = codec.encodeLarge === undefined ? NO_BYTES : codecs.json.encode(value, false)
  if (json.length > LARGE_VALUE && codec.encodeLarge !== undefined) {
    const encoded = codec.encodeLarge(json, 'object')
    return timed(context.trace, 'response', sendLater(context, code, codec.mediaType, encoded))
  }
  return sendBytes(context, code, codec.mediaType, codec.encode(value, pretty))
}

export function sendStatus(context: RequestContext, code: number, status: Status): void | Promise<void> {
  context.status = status
  return sendValue(context, code, status, Status)
}

export function sendError(context: RequestContext, error: ApiError): void | Promise<void> {
  const { response } = context
  if (response.headersSent) {
    // Too late for a Status: abort the response.
    response.destroy()
    return
  }
  // Permissions change: do not cache this error.
  if (error.code === 401 || error.code === 403) response.setHeader('Cache-Control', 'no-cache, private')
  // The rest of the body is not read: close the connection.
  if (error.error === 'requestTooLarge') response.setHeader('Connection', 'close')
  if (context.warnings !== undefined) warn(context, { warnings: context.warnings })
  const { retryAfterSeconds } = error.details ?? {}
  if (retryAfterSeconds !== undefined) response.setHeader('Retry-After', String(retryAfterSeconds))
  return sendStatus(context, error.code, error.toStatus())
}

export function sendText(context: RequestContext, code: number, text: string, contentType = TEXT_TYPE) {
  return sendBytes(context, code, contentType, Buffer.from(text))
}

/** A response without a body. */
export function sendNothing(context: RequestContext, code: number): void {
  context.code = code
  // In a 304, a length would be that of the omitted document.
  if (context.isOpen) writeHead(context, code, code === 304 ? {} : { 'Content-Length': 0 }).end()
}

/** Sends the head of a streamed response. Returns the writable of the body. */
export function beginResponse(
  context: RequestContext,
  code: number,
  headers: Record<string, string | number>,
): Writable {
  context.code = code
  return writeHead(context, code, headers)
}

/** Sends a whole body with the headers that were set. */
export function sendBody(context: RequestContext, code: number, body: Buffer): void {
  const { response } = context
  context.code = code
  if (!context.isOpen) return
  context.sentBytes = body.length
  const headers = ownHeaders(context, {})
  if (response.sendAll === undefined) response.writeHead(code, headers).end(body)
  else response.sendAll(code, headers, body)
}

/** The same with compression. For `HEAD`, end the returned writable at once, else wait for `passedOn` behind its end. */
export function beginCompressed(context: RequestContext, contentType: string): Writable {
  context.response.appendHeader('Vary', 'Accept-Encoding')
  const body = beginResponse(context, 200, { 'Content-Encoding': 'gzip', 'Content-Type': contentType })
  if (context.isHead) return body
  const gzip = gzipStream()
  gzip.on('data', (chunk: Buffer) => {
    context.sentBytes += chunk.length
  })
  gzip.pipe(body)
  // The client is gone.
  body.on('close', () => gzip.destroy())
  return gzip
}

/** Resolves when a compressed body is on its way, or its client is gone. */
export const passedOn = (body: Writable): Promise<void> =>
  new Promise((resolve) => body.once('close', () => resolve()))

/** Starts a watch stream: sends its head at once. */
export function beginStream(context: RequestContext, contentType: string): HttpResponse {
  const { response } = context
  beginResponse(context, 200, { 'Content-Type': contentType })
  response.flushHeaders()
  context.recorder?.onStream()
  return response
}

/** `setHeader` before `writeHead` costs node several times as much. */
function writeHead(
  context: RequestContext,
  code: number,
  headers: Record<string, string | number>,
): Writable {
  return context.response.writeHead(code, ownHeaders(context, headers))
}

/** Adds the headers of every response. */
function ownHeaders(
  context: RequestContext,
  headers: Record<string, string | number>,
): Record<string, string | number> {
  if (context.showsAuditId) headers['Audit-Id'] = context.auditId
  context.flowHeaders?.addTo(headers)
  return headers
}

/** Sends a whole body. Returns a promise only if it is compressed. */
export function sendBytes(
  context: RequestContext,
  code: number,
  contentType: string,
  body: Buffer,
): void | Promise<void> {
  context.code = code
  if (!context.isOpen) return
  if (wantsGzip(context, body.length)) {
    return timed(context.trace, 'response', sendCompressed(context, code, contentType, body))
  }
  context.sentBytes = body.length
  if (sendWhole(context, code, contentType, body)) return
  writeHead(context, code, { 'Content-Type': contentType, 'Content-Length': body.length }).end(body)
}

/** Returns false if the fast path does not apply. */
function sendWhole(context: RequestContext, code: number, contentType: string, body: Buffer): boolean {
  const { response, showsAuditId, flowHeaders } = context
  if (response.sendWhole === undefined) return false
  return response.sendWhole(code, contentType, body, showsAuditId ? context.auditId : undefined, flowHeaders)
}

/** Sends a body of a few pieces in one write. */
export function sendPieces(context: RequestContext, contentType: string, pieces: readonly Buffer[]): void {
  context.code = 200
  let length = 0
  for (const piece of pieces) length += piece.length
  context.sentBytes = length
  const body = writeHead(context, 200, { 'Content-Type': contentType, 'Content-Length': length })
  body.cork()
  for (const piece of pieces) body.write(piece)
  body.end()
}

async function sendCompressed(
  context: RequestContext,
  code: number,
  contentType: string,
  body: Buffer,
): Promise<void> {
  const packed = await compressed(body)
  if (!context.isOpen) return
  const { response } = context
  context.sentBytes = packed.length
  response.appendHeader('Vary', 'Accept-Encoding')
  const headers = {
    'Content-Encoding': 'gzip',
    'Content-Type': contentType,
    'Content-Length': packed.length,
  }
  writeHead(context, code, headers).end(packed)
}
