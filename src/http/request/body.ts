import { closeGentlyAfterResponse, closeUnreadAfterResponse } from '#http/connection/linger.js'
import { busy, type HeldBody, LargeBodies, SMALL_BODY } from '#http/limits/large-bodies.js'
import { badRequest, requestTooLarge, tooManyChunks } from '#meta/api-error.js'
import { nextTurn } from '#util/event-loop.js'
import type { HttpRequest, HttpResponse, StreamedRequest } from './exchange.js'
import type { RequestContext } from './request-context.js'

/** The client went away before its request was complete. Nobody waits for a response. */
export class RequestAborted extends Error {
  override readonly name = 'RequestAborted'

  constructor() {
    super('the client closed the connection before its request was complete')
  }
}

const NO_BODY = Buffer.alloc(0)

const largeBodies = new LargeBodies()

/**
 * In how many chunks a body may come. Each costs as much as a few hundred bytes, so that bytes alone are no limit: a
 * body of half a megabyte in chunks of one byte stops everything for a second.
 */
const MAX_CHUNKS = 10_000

/**
 * The body of a request. A large one resolves when no other large body is worked on, and is held until the request is
 * answered.
 */
export async function collectBody(context: RequestContext): Promise<Buffer> {
  const { request, maxBodyBytes } = context
  if (Number(request.headers['content-length']) <= SMALL_BODY) return readBody(request, maxBodyBytes)
  const held = largeBodies.receive()
  const release = () => held.release()
  context.release = release
  // A client that goes away does not hold up other requests.
  context.response.once('close', release)
  const bytes = await readBody(request, maxBodyBytes, held)
  if (held.isLarge) {
    if (!(await held.enter())) throw new RequestAborted()
    await nextTurn()
  }
  return bytes
}

/**
 * The whole body of a request; empty when it has none.
 *
 * Rejects with the `ApiError` requestTooLarge when the body is, or says to be, longer than `limit` bytes, or comes in
 * too many chunks. It is then not read any further, and the connection has to end with the response. Rejects with
 * `RequestAborted` when the body does not arrive in full, and with tooManyRequests when there is no room for it.
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

/** The parser below has made sure that the body is as long as declared, or properly chunked. */
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
      // Without a listener the stream would stop, and the client with it, before it reads the response.
      request.resume()
      reject(size > limit ? requestTooLarge(limit) : busy())
    }
    const onEnd = () => {
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
    // After a response before the end of the body the request has no further events, not even `close`.
    socket.on('close', onAbort)
  })
}

/** How much of a header is repeated in an error. */
const MAX_QUOTED_LENGTH = 100

/** Tells a client that asks whether to send its body: sends `100 Continue`, or throws an `ApiError`. */
export function meetExpectation(response: HttpResponse, maxBodyBytes: number): void {
  const { headers, socket, httpVersion } = response.req
  const { expect } = headers
  // It has no meaning before HTTP/1.1.
  if (expect === undefined || httpVersion === '1.0') return
  const isKnown = expect.toLowerCase() === '100-continue'
  const isTooLong = Number(headers['content-length'] ?? 0) > maxBodyBytes
  if (isKnown && !isTooLong) {
    response.writeContinue()
    return
  }
  // The client may send its body anyway, and that must not be read as the next request.
  closeGentlyAfterResponse(socket)
  response.shouldKeepAlive = false
  throw isKnown
    ? requestTooLarge(maxBodyBytes)
    : badRequest(`the expectation ${JSON.stringify(expect.slice(0, MAX_QUOTED_LENGTH))} is not known`)
}
