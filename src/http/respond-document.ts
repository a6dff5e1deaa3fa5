import type { Exchange } from './exchange.js'
import type { KeptDocument } from './kept-document.js'
import { sendBytes, sendNothing } from './respond.js'

const YEAR_MS = 365 * 24 * 60 * 60 * 1000

/** A document that the server keeps, unless the client has it already. */
export function sendDocument(
  exchange: Exchange,
  document: KeptDocument,
  { immutable = false } = {},
): void | Promise<void> {
  const { request, response } = exchange
  response.setHeader('ETag', `"${document.digest}"`)
  response.setHeader('Vary', 'Accept')
  response.setHeader('Cache-Control', immutable ? 'public, immutable' : 'no-cache')
  if (immutable) response.setHeader('Expires', new Date(Date.now() + YEAR_MS).toUTCString())
  if (names(request.headers['if-none-match'], document.digest)) return sendNothing(exchange, 304)
  return sendBytes(exchange, 200, document.mediaType, document.body)
}

/** The document has moved for good. */
export function redirect(exchange: Exchange, location: string): void {
  exchange.response.setHeader('Location', location)
  sendNothing(exchange, 301)
}

/** Whether an `If-None-Match` header names the state; a weak validator is as good as a strong one here. */
function names(header: string | undefined, digest: string): boolean {
  if (header === undefined) return false
  return header.split(',').some((entry) => {
    const tag = entry.trim()
    return tag === '*' || tag.replace(/^W\//, '') === `"${digest}"`
  })
}
