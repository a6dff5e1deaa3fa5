import type { ObjectList } from '../registry/read/object-list.js'
import { joinItems, type ListPieces, type Rendering } from '../registry/serialize/rendering.js'
import type { Renderings } from '../registry/serialize/renderings.js'
import { gzipStream, wantsGzip } from './compression.js'
import type { Exchange } from './exchange.js'
import { beginAnswer, sendPieces } from './respond.js'
import { SlicedBody } from './sliced-body.js'

/** What a stream that compresses takes for itself. */
const GZIP_BYTES = 512 * 1024

/**
 * A list, put together from pieces that are already encoded. There has to be room for those that are not at hand yet, which
 * the caller gives back.
 */
export async function sendList(exchange: Exchange, renderings: Renderings, list: ObjectList): Promise<void> {
  const rendering = renderings.get(exchange.representation, exchange.includedObject)
  const room = roomFor(exchange, rendering === renderings.json, list)
  const reserved = exchange.connection.reserve(room)
  if (reserved !== undefined) await reserved
  if (exchange.isOpen) await send(exchange, rendering, list)
}

/**
 * About how much memory the answer takes for itself. In plain JSON a list from the cache consists of the cache's own bytes,
 * in every other form of new ones. So does one from the history of the store.
 */
function roomFor(exchange: Exchange, isJson: boolean, { objects, kept }: ObjectList): number {
  const isOwn = !isJson || kept === undefined
  const mayGzip = wantsGzip(exchange, Number.POSITIVE_INFINITY)
  if (!isOwn && !mayGzip) return 0
  let size = 0
  for (const object of objects) size += object.json.length
  return (isOwn ? size : 0) + (mayGzip && wantsGzip(exchange, size) ? GZIP_BYTES : 0)
}

async function send(exchange: Exchange, rendering: Rendering, list: ObjectList): Promise<void> {
  const { contentType, timeless } = rendering
  const rendered = rendering.list(list)
  const pieces = rendered instanceof Promise ? await rendered : rendered
  if (!exchange.isOpen) return
  if (wantsGzip(exchange, pieces.length)) return compress(exchange, contentType, pieces)
  const joined = timeless ? list.kept?.joined(rendering, pieces.length, () => joinItems(pieces)) : undefined
  if (joined !== undefined) {
    exchange.connection.share(joined)
    sendPieces(exchange, contentType, [pieces.head, joined, pieces.tail])
    return
  }
  const headers = { 'Content-Type': contentType, 'Content-Length': pieces.length }
  const response = beginAnswer(exchange, 200, headers)
  if (exchange.isHead) response.end()
  else await write(exchange, pieces, new SlicedBody(response))
}

async function compress(exchange: Exchange, contentType: string, pieces: ListPieces): Promise<void> {
  const response = beginAnswer(exchange, 200, {
    'Content-Encoding': 'gzip',
    'Content-Type': contentType,
    Vary: 'Accept-Encoding',
  })
  if (exchange.isHead) {
    response.end()
    return
  }
  const gzip = gzipStream()
  gzip.pipe(response)
  // Nobody takes what is still to come.
  response.on('close', () => gzip.destroy())
  await write(exchange, pieces, new SlicedBody(gzip))
}

async function write(
  exchange: Exchange,
  { head, items, skip, lead, tail }: ListPieces,
  body: SlicedBody,
): Promise<void> {
  body.append(head)
  for (let index = 0; index < items.length; index++) {
    const led = body.append(lead(index))
    if (led !== undefined) await led
    const added = body.append(items[index] as Buffer, skip)
    if (added !== undefined) await added
    if (!exchange.isOpen) return
  }
  await body.append(tail)
  body.end()
}
