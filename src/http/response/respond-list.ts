import { MAX_RECORDED_BYTES } from '#http/audit-recorder.js'
import type { RequestContext } from '#http/request/request-context.js'
import { SlicedBody } from '#http/request/sliced-body.js'
import { withConversions } from '#registry/conversion-needed.js'
import type { ObjectList } from '#registry/read/lister.js'
import { joinItems, type ListPieces, type Serializer } from '#registry/serialize/serializer.js'
import type { Serializers } from '#registry/serialize/serializers.js'
import type { Piece } from '#util/bytes/packed-bytes.js'
import { GZIP_BYTES, wantsGzip } from './compression.js'
import { beginCompressed, beginResponse, passedOn, sendPieces } from './respond.js'

/** Sends a list from encoded pieces. The caller releases the memory reserved for pieces that are not cached. */
export function sendList(
  context: RequestContext,
  serializers: Serializers,
  list: ObjectList,
): void | Promise<void> {
  if (!serializers.isConverted) return sendAtHand(context, serializers, list)
  const { trace } = context
  return withConversions(async () => {
    await serializers.prepare(list.objects, trace)
    return sendAtHand(context, serializers, list)
  }, trace)
}

function sendAtHand(
  context: RequestContext,
  serializers: Serializers,
  list: ObjectList,
): void | Promise<void> {
  if (!context.recorder?.wantsResponseObject) return sendUnrecorded(context, serializers, list)
  return recordedList(serializers, list).then((json) => {
    context.responseObject = { json }
    return sendUnrecorded(context, serializers, list)
  })
}

/** The list as JSON for the audit, in whichever format it is sent; undefined if it is too large. */
async function recordedList({ json }: Serializers, list: ObjectList): Promise<Buffer | undefined> {
  let size = 0
  for (const object of list.objects) size += object.size
  if (size > MAX_RECORDED_BYTES) return undefined
  const pieces = await json.list(list)
  return Buffer.concat([pieces.head, joinItems(pieces), pieces.tail])
}

function sendUnrecorded(
  context: RequestContext,
  serializers: Serializers,
  list: ObjectList,
): void | Promise<void> {
  const serializer = serializers.get(context.representation, context.includedObject)
  const room = roomFor(context, serializer === serializers.json, list)
  const reserved = context.channel.reserve(room)
  return reserved === undefined
    ? send(context, serializer, list)
    : reserved.then(() => send(context, serializer, list))
}

/**
 * The approximate memory of the response. A JSON list from the cache shares the bytes of the cache; other formats,
 * and lists from history, need their own.
 */
function roomFor(context: RequestContext, isJson: boolean, { objects, cached }: ObjectList): number {
  const isOwn = !isJson || cached === undefined
  const mayGzip = wantsGzip(context, Number.POSITIVE_INFINITY)
  if (!isOwn && !mayGzip) return 0
  let size = 0
  for (const object of objects) size += object.size
  return (isOwn ? size : 0) + (mayGzip && wantsGzip(context, size) ? GZIP_BYTES : 0)
}

async function send(context: RequestContext, serializer: Serializer, list: ObjectList): Promise<void> {
  const step = context.trace?.begin('response')
  if (context.isOpen) await sendEncoded(context, serializer, list, await serializer.list(list))
  step?.end()
}

function sendEncoded(
  context: RequestContext,
  serializer: Serializer,
  list: ObjectList,
  pieces: ListPieces,
): void | Promise<void> {
  const { contentType, isCacheable } = serializer
  if (!context.isOpen) return undefined
  if (wantsGzip(context, pieces.length)) return compress(context, contentType, pieces)
  const joined = isCacheable
    ? list.cached?.joined(serializer, pieces.length, () => joinItems(pieces))
    : undefined
  if (joined !== undefined) {
    context.channel.share(joined)
    return sendPieces(context, contentType, [pieces.head, joined, pieces.tail])
  }
  const headers = { 'Content-Type': contentType, 'Content-Length': pieces.length }
  const body = beginResponse(context, 200, headers)
  if (context.isHead) {
    body.end()
    return undefined
  }
  const sliced = new SlicedBody(body)
  return write(context, pieces, sliced).finally(() => {
    context.sentBytes = sliced.sentBytes
  })
}

async function compress(context: RequestContext, contentType: string, pieces: ListPieces): Promise<void> {
  const body = beginCompressed(context, contentType)
  if (context.isHead) {
    body.end()
    return
  }
  const sent = passedOn(body)
  await write(context, pieces, new SlicedBody(body))
  await sent
}

async function write(
  context: RequestContext,
  { head, items, skip, lead, tail }: ListPieces,
  body: SlicedBody,
): Promise<void> {
  body.append(head)
  for (let index = 0; index < items.length; index++) {
    const led = body.append(lead(index))
    if (led !== undefined) await led
    const added = body.append(items[index] as Piece, skip)
    if (added !== undefined) await added
    if (!context.isOpen) return
  }
  await body.append(tail)
  body.end()
}
