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
import { withConversions } from '#registry/conversion-needed.js'
import type { Serializers } from '#registry/serialize/serializers.js'
import type { CachedObject } from '#registry/store.js'
import { compressed, gzipStream, wantsGzip } from './compression.js'

/** The only file that writes answers, together with `respond-list.ts` and `respond-document.ts`. */

/** A larger value is written on another thread, where that takes long. */
const LARGE_VALUE = 64 * 1024

const TEXT_TYPE = 'text/plain; charset=utf-8'

/** An object from the cache. As plain JSON, the usual case, its bytes go to the socket as they are. */
export function sendObject(
  context: RequestContext,
  code: number,
  serializers: Serializers,
  object: CachedObject,
): void | Promise<void> {
  return serializers.isConverted
    ? withConversions(() => sendAtHand(context, code, serializers, object))
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
    : sendLater(context, code, serializer.contentType, large)
}

async function sendLater(
  context: RequestContext,
  code: number,
  contentType: string,
  written: Promise<Buffer>,
) {
  return sendBytes(context, code, contentType, await written)
}

/** A value that says of which kind it is. `schema` describes it; without one it has no form in protobuf. */
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
    return sendLater(context, code, codec.mediaType, codec.encodeLarge(json, 'object'))
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
    // Too late for a Status: a response that breaks off is all that the client can get.
    response.destroy()
    return
  }
  // Rights change: a refusal is for one client, at one moment.
  if (error.code === 401 || error.code === 403) response.setHeader('Cache-Control', 'no-cache, private')
  // The rest of a body that is too large is not read: the connection ends with the response.
  if (error.error === 'requestTooLarge') response.setHeader('Connection', 'close')
  if (context.warnings !== undefined) warn(context, { warnings: context.warnings })
  const { retryAfterSeconds } = error.details ?? {}
  if (retryAfterSeconds !== undefined) response.setHeader('Retry-After', String(retryAfterSeconds))
  return sendStatus(context, error.code, error.toStatus())
}

export function sendText(context: RequestContext, code: number, text: string, contentType = TEXT_TYPE) {
  return sendBytes(context, code, contentType, Buffer.from(text))
}

/** A response without a body, of which the headers say everything. */
export function sendNothing(context: RequestContext, code: number): void {
  context.code = code
  // A length would be that of the document that is not sent again.
  if (context.isOpen) writeHead(context, code, code === 304 ? {} : { 'Content-Length': 0 }).end()
}

/** Sends the head of a response whose body follows in parts. Returns what the body is written to. */
export function beginResponse(
  context: RequestContext,
  code: number,
  headers: Record<string, string | number>,
): Writable {
  context.code = code
  return writeHead(context, code, headers)
}

/** The same for a body that is compressed on the way. What is returned for a `HEAD` request is to be ended at once. */
export function beginCompressed(context: RequestContext, contentType: string): Writable {
  context.response.appendHeader('Vary', 'Accept-Encoding')
  const body = beginResponse(context, 200, { 'Content-Encoding': 'gzip', 'Content-Type': contentType })
  if (context.isHead) return body
  const gzip = gzipStream()
  gzip.pipe(body)
  // The client does not take what is still to come.
  body.on('close', () => gzip.destroy())
  return gzip
}

/** Begins a stream of events: its head leaves at once, its end is not known yet. */
export function beginStream(context: RequestContext, contentType: string): HttpResponse {
  const { response } = context
  beginResponse(context, 200, { 'Content-Type': contentType })
  response.flushHeaders()
  context.recorder?.onStream()
  return response
}

/** Headers that are set one by one before the head is written cost node several times as much. */
function writeHead(
  context: RequestContext,
  code: number,
  headers: Record<string, string | number>,
): Writable {
  if (context.showsAuditId) headers['Audit-Id'] = context.auditId
  return context.response.writeHead(code, headers)
}

/** A whole body. A long one is compressed if the client likes that, and only then is there something to wait for. */
export function sendBytes(
  context: RequestContext,
  code: number,
  contentType: string,
  body: Buffer,
): void | Promise<void> {
  context.code = code
  if (!context.isOpen) return
  if (wantsGzip(context, body.length)) return sendCompressed(context, code, contentType, body)
  if (sendWhole(context, code, contentType, body)) return
  writeHead(context, code, { 'Content-Type': contentType, 'Content-Length': body.length }).end(body)
}

/** Returns false, and has done nothing, where there is no shorter way for the response. */
function sendWhole(context: RequestContext, code: number, contentType: string, body: Buffer): boolean {
  const { response, showsAuditId } = context
  if (response.sendWhole === undefined) return false
  return response.sendWhole(code, contentType, body, showsAuditId ? context.auditId : undefined)
}

/** A body in a few pieces, which leave together. */
export function sendPieces(context: RequestContext, contentType: string, pieces: readonly Buffer[]): void {
  context.code = 200
  let length = 0
  for (const piece of pieces) length += piece.length
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
  response.appendHeader('Vary', 'Accept-Encoding')
  const headers = {
    'Content-Encoding': 'gzip',
    'Content-Type': contentType,
    'Content-Length': packed.length,
  }
  writeHead(context, code, headers).end(packed)
}
