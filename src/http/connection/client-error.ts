import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { JSON_TYPE } from '#codec/media-type.js'
import { ApiError, badRequest } from '#meta/api-error.js'
import { closeGently } from './linger.js'

/** The error response for a request that could not be parsed, by the error code of the parser. */
export function clientErrorOf(error: NodeJS.ErrnoException, maxHeaderBytes: number): ApiError {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return new ApiError(
        'headersTooLarge',
        `the headers of the request are larger than the limit of ${maxHeaderBytes} bytes`,
      )
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new ApiError('requestTimeout', 'the request did not arrive in time')
    default:
      return badRequest(`the request is not HTTP: ${error.message.replace(/^Parse Error: /, '')}`)
  }
}

/**
 * Writes an error response to a connection without a parsed request, and ends the connection. `respond.ts` writes all
 * other responses.
 */
export function respondRaw(socket: Socket, error: ApiError): void {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const body = JSON.stringify(error.toStatus())
  socket.write(
    `HTTP/1.1 ${error.code} ${STATUS_CODES[error.code]}\r\n` +
      `Content-Type: ${JSON_TYPE}\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n` +
      `Date: ${new Date().toUTCString()}\r\n` +
      `Connection: close\r\n\r\n${body}`,
  )
  closeGently(socket)
}
