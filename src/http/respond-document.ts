import type { CachedDocument } from './cached-document.js'
import type { RequestContext } from './request-context.js'
import { sendBytes, sendNothing } from './respond.js'

const YEAR_MS = 365 * 24 * 60 * 60 * 1000

/** A document that the server keeps, unless the client has it already. */
export function sendDocument(
  context: RequestContext,
  document: CachedDocument,
  options: { readonly immutable?: boolean } = {},
): void | Promise<void> {
  const preparation = document.prepare()
  return preparation === undefined
    ? send(context, document, options)
    : preparation.then(() => send(context, document, options))
}

function send(
  context: RequestContext,
  document: CachedDocument,
  { immutable = false }: { readonly immutable?: boolean },
): void | Promise<void> {
  const { request, response } = context
  response.setHeader('ETag', `"${document.digest}"`)
  response.appendHeader('Vary', 'Accept')
  response.setHeader('Cache-Control', immutable ? 'public, immutable' : 'no-cache')
  if (immutable) response.setHeader('Expires', new Date(Date.now() + YEAR_MS).toUTCString())
  if (names(request.headers['if-none-match'], document.digest)) return sendNothing(context, 304)
  return sendBytes(context, 200, document.mediaType, document.body)
}

/** The document has moved for good. */
export function redirect(context: RequestContext, location: string): void {
  context.response.setHeader('Location', location)
  sendNothing(context, 301)
}

/** Whether an `If-None-Match` header names the state; a weak validator is as good as a strong one here. */
function names(header: string | undefined, digest: string): boolean {
  if (header === undefined) return false
  return header.split(',').some((entry) => {
    const tag = entry.trim()
    return tag === '*' || tag.replace(/^W\//, '') === `"${digest}"`
  })
}
