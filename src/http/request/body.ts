import { closeGentlyAfterResponse, closeUnreadAfterResponse } from '#http/connection/linger.js'
import { busy, type HeldBody, LargeBodies, SMALL_BODY } from '#http/limits/large-bodies.js'
import { badRequest, requestTooLarge, tooManyChunks } from '#meta/api-error.js'
import { timed } from '#observe/trace/request-trace.js'
import { nextTurn } from '#util/event-loop.js'
import type { HttpRequest, HttpResponse, StreamedRequest } from './exchange.js'
import type { RequestContext } from './request-context.js'

/** The client left before its request was complete. No response is needed. */
export class RequestAborted extends Error {
  override readonly name = 'RequestAborted'

  constructor() {
    super('the client closed the connection before its request was complete')
  }
}

const NO_BODY = Buffer.alloc(0)

const largeBodies = new LargeBodies()

/**
 * Maximum number of chunks. A chunk costs as much as a few hundred bytes: a body of half a megabyte in one-byte
 * chunks would block the server for a second.
 */
const MAX_CHUNKS = 10_000

/** Reads the body. A large body waits for its turn and is tracked until the response. */
export async function collectBody(context: RequestContext): Promise<Buffer> {
  const { request, maxBodyBytes } = context
  if (Number(request.headers['content-length']) <= SMALL_BODY) {
    const bytes = await arrived(context, readBody(request, maxBodyBytes))
    context.onBytes?.(bytes)
    return bytes
  }
  const held = largeBodies.receive()
  const release = () => held.release()
  context.release = release
  // A client that leaves must not block other requests.
  context.response.once('close', release)
  const bytes = await arrived(context, readBody(request, maxBodyBytes, held))
  if (held.isLarge) {
    if (!(await timed(context.trace, 'body', held.enter()))) throw new RequestAborted()
    await nextTurn()
  }
  context.onBytes?.(bytes)
  return bytes
}

/** Most bodies have arrived before the request is served. */
const arrived = ({ request, trace }: RequestContext, body: Promise<Buffer>): Promise<Buffer> =>
  request.whole === undefined ? timed(trace, 'body', body) : body

/**
 * Reads the whole body; empty if there is none.
 *
 * Rejects with requestTooLarge if the body or its `Content-Length` exceeds `limit`, or if it has too many chunks. The
 * rest is not read, so the connection must close after the response. Rejects with `RequestAborted` if the body ends
 * early, and with tooManyRequests if there is no memory.
 */
export function readBody(request: HttpRequest, limit: number, held?: HeldBody): Promise<Buffer> {
  const { headers, whole } = request
  if (whole !== undefined) {
    return whole.length > limit ? Promise.reject(requestTooLarge(limit)) : Promise.resolve(whole)
  }
  const declared = headers['content-length']
  if (declared === undefined) {
    if (request.isBodiless ?? headers['transfer-encoding'] === undefined) return Promise.resolve(NO_BODY)
  } else if (Number(declared) > limit) {
    closeGentlyAfterResponse(request.socket)
    return Promise.reject(requestTooLarge(limit))
  }
  if (request.socket.destroyed) return Promise.reject(new RequestAborted())
  return collect(request, limit, held)
}

/** The HTTP parser has validated the length and the chunks. */
function collect(request: StreamedRequest, limit: number, held: HeldBody | undefined): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const { socket } = request
    const chunks: Buffer[] = []
    let size = 0

    const settle = () => {
      request.off('data', onData)
      request.off('end', onEnd)
      request.off('error', onAbort)
      socket.off('close', onAbort)
    }
    const onData = (chunk: Buffer) => {
      size += chunk.length
      const hasRoom = held === undefined || held.grow(chunk.length)
      if (size <= limit && chunks.length < MAX_CHUNKS && hasRoom) {
        chunks.push(chunk)
        return
      }
      settle()
      if (size <= limit && hasRoom) {
        closeUnreadAfterResponse(socket)
        reject(tooManyChunks(MAX_CHUNKS))
        return
      }
      closeGentlyAfterResponse(socket)
      // Without a listener the stream would pause, and the client would never read the response.
      request.resume()
      reject(size > limit ? requestTooLarge(limit) : busy())
    }
    const onEnd = () => {
      if (!request.complete) {
        onAbort()
        return
      }
      settle()
      resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, size))
    }
    const onAbort = () => {
      settle()
      reject(new RequestAborted())
    }
    request.on('data', onData)
    request.on('end', onEnd)
    request.on('error', onAbort)
    // If the response precedes the end of the body, the request emits no further events, not even `close`.
    socket.on('close', onAbort)
  })
}

/** How much of a header an error message quotes. */
const MAX_QUOTED_LENGTH = 100

/** Responds to `Expect: 100-continue`: sends `100 Continue`, or throws an `ApiError`. */
export function meetExpectation(response: HttpResponse, maxBodyBytes: number): void {
  const { headers, socket, httpVersion } = response.req
  const { expect } = headers
  // HTTP/1.0 ignores `Expect`.
  if (expect === undefined || httpVersion === '1.0') return
  const isKnown = expect.toLowerCase() === '100-continue'
  const isTooLong = Number(headers['content-length'] ?? 0) > maxBodyBytes
  if (isKnown && !isTooLong) {
    response.writeContinue()
    return
  }
  // The client may still send its body, which must not be parsed as the next request.
  closeGentlyAfterResponse(socket)
  response.shouldKeepAlive = false
  throw isKnown
    ? requestTooLarge(maxBodyBytes)
    : badRequest(`the expectation ${JSON.stringify(expect.slice(0, MAX_QUOTED_LENGTH))} is not known`)
}
