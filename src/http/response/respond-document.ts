import type { Writable } from 'node:stream'
import type { RequestContext } from '#http/request/request-context.js'
import { SlicedBody } from '#http/request/sliced-body.js'
import type { Piece } from '#util/bytes/packed-bytes.js'
import type { ServedDocument } from './cached-document.js'
import { GZIP_BYTES, wantsGzip } from './compression.js'
import { beginCompressed, beginResponse, passedOn, sendBytes, sendNothing } from './respond.js'

const YEAR_MS = 365 * 24 * 60 * 60 * 1000

/** Sends a cached document, or 304 if the client has it. */
export function sendDocument(
  context: RequestContext,
  document: ServedDocument,
  options: { readonly immutable?: boolean } = {},
): void | Promise<void> {
  const preparation = document.prepareDigest()
  return preparation === undefined
    ? sendUnlessKnown(context, document, options)
    : preparation.then(() => sendUnlessKnown(context, document, options))
}

function sendUnlessKnown(
  context: RequestContext,
  document: ServedDocument,
  options: { readonly immutable?: boolean },
): void | Promise<void> {
  if (names(context.request.headers['if-none-match'], document.digest)) {
    setValidators(context, document, options)
    return sendNothing(context, 304)
  }
  const preparation = document.prepare()
  return preparation === undefined
    ? send(context, document, options)
    : preparation.then(() => send(context, document, options))
}

function setValidators(
  { response }: RequestContext,
  { digest }: ServedDocument,
  { immutable = false }: { readonly immutable?: boolean },
): void {
  response.setHeader('ETag', `"${digest}"`)
  response.appendHeader('Vary', 'Accept')
  response.setHeader('Cache-Control', immutable ? 'public, immutable' : 'no-cache')
  if (immutable) response.setHeader('Expires', new Date(Date.now() + YEAR_MS).toUTCString())
}

function send(
  context: RequestContext,
  document: ServedDocument,
  options: { readonly immutable?: boolean },
): void | Promise<void> {
  const { mediaType, content } = document
  setValidators(context, document, options)
  return Buffer.isBuffer(content)
    ? sendBytes(context, 200, mediaType, content)
    : sendInSlices(context, mediaType, content)
}

/** Sends a document of many pieces at the pace of the client. */
async function sendInSlices(
  context: RequestContext,
  mediaType: string,
  pieces: readonly Piece[],
): Promise<void> {
  let length = 0
  for (const piece of pieces) length += piece.length
  const isCompressed = wantsGzip(context, length)
  try {
    await context.channel.reserve(isCompressed ? GZIP_BYTES : 0)
    if (!context.isOpen) return
    const headers = { 'Content-Type': mediaType, 'Content-Length': length }
    const body = isCompressed ? beginCompressed(context, mediaType) : beginResponse(context, 200, headers)
    if (context.isHead) {
      body.end()
      return
    }
    const sent = isCompressed ? passedOn(body) : undefined
    const sentBytes = await write(context, pieces, body)
    if (!isCompressed) context.sentBytes = sentBytes
    await sent
  } finally {
    context.channel.reserve(0)
  }
}

/** Resolves with how many bytes were sent. */
async function write(context: RequestContext, pieces: readonly Piece[], to: Writable): Promise<number> {
  const body = new SlicedBody(to)
  for (const piece of pieces) {
    const added = body.append(piece)
    if (added !== undefined) await added
    if (!context.isOpen) return body.sentBytes
  }
  body.end()
  return body.sentBytes
}

/** Sends a permanent redirect. */
export function redirect(context: RequestContext, location: string): void {
  context.response.setHeader('Location', location)
  sendNothing(context, 301)
}

/** Whether an `If-None-Match` header matches; weak validators match too. */
function names(header: string | undefined, digest: string): boolean {
  if (header === undefined) return false
  return header.split(',').some((entry) => {
    const tag = entry.trim()
    return tag === '*' || tag.replace(/^W\//, '') === `"${digest}"`
  })
}
