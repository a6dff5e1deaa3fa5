import { closeGentlyAfterResponse, closeUnreadAfterResponse } from '#http/connection/linger.js'
import { busy, type HeldBody } from '#http/limits/large-bodies.js'
import { requestTooLarge, tooManyChunks } from '#meta/api-error.js'
import type { HttpRequest, StreamedRequest } from './exchange.js'

/** The client went away before its request was complete. There is no client to answer, and nothing is to be done. */
export class RequestAborted extends Error {
  override readonly name = 'RequestAborted'

  constructor() {
    super('the client closed the connection before its request was complete')
  }
}

const NO_BODY = Buffer.alloc(0)

/**
 * In how many chunks a body may come. Each costs as much as a few hundred bytes, so that bytes alone are no limit: a
 * body of half a megabyte in chunks of one byte stops everything for a second.
 */
const MAX_CHUNKS = 10_000

/**
 * The whole body of a request; empty when it has none.
 *
 * Rejects with the `ApiError` requestTooLarge when the body is, or says to be, longer than `limit` bytes, or comes in
 * too many chunks. It is then not read any further, and the connection has to end with the answer. Rejects with
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
      // Without a listener the stream would stop, and the client with it, before it reads its answer.
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
    // A request that was answered before its body was complete gets no further events, not even that it closed.
    socket.on('close', onAbort)
  })
}
