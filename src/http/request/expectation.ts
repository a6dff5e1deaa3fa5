import { closeGentlyAfterResponse } from '#http/connection/linger.js'
import { badRequest, requestTooLarge } from '#meta/api-error.js'
import type { HttpResponse } from './exchange.js'

/** How much of a header is repeated in an error. */
const QUOTED = 100

/** Answers a client that asks whether to send its body: with 100 Continue, or by throwing an `ApiError`. */
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
  // The client may send its body all the same, and it would be taken for the next request.
  closeGentlyAfterResponse(socket)
  response.shouldKeepAlive = false
  throw isKnown
    ? requestTooLarge(maxBodyBytes)
    : badRequest(`the expectation ${JSON.stringify(expect.slice(0, QUOTED))} is not known`)
}
