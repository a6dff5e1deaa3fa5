import type { ObjectList } from '../registry/read/object-list.js'
import { joinItems, type ListPieces } from '../registry/serialize/rendering.js'
import type { Renderings } from '../registry/serialize/renderings.js'
import { gzipStream, wantsGzip } from './compression.js'
import type { Exchange } from './exchange.js'
import { beginAnswer, sendPieces } from './respond.js'
import { SlicedBody } from './sliced-body.js'

/** A list, put together from pieces that are already encoded. */
export async function sendList(exchange: Exchange, renderings: Renderings, list: ObjectList): Promise<void> {
  const rendering = renderings.get(exchange.representation, exchange.includedObject)
  const rendered = rendering.list(list)
  const pieces = rendered instanceof Promise ? await rendered : rendered
  if (!exchange.isOpen) return
  if (rendering.timeless && !wantsGzip(exchange, pieces.length)) {
    const joined = list.kept?.joined(rendering, pieces.length, () => joinItems(pieces))
    if (joined !== undefined)
      return sendPieces(exchange, rendering.contentType, [pieces.head, joined, pieces.tail])
  }
  await write(exchange, pieces, begin(exchange, rendering.contentType, pieces.length))
}

function begin(exchange: Exchange, contentType: string, length: number): SlicedBody {
  if (!wantsGzip(exchange, length)) {
    const headers = { 'Content-Type': contentType, 'Content-Length': length }
    return new SlicedBody(beginAnswer(exchange, 200, headers))
  }
  const gzip = gzipStream()
  const response = beginAnswer(exchange, 200, {
    'Content-Encoding': 'gzip',
    'Content-Type': contentType,
    Vary: 'Accept-Encoding',
  })
  gzip.pipe(response)
  // Nobody takes what is still to come.
  response.on('close', () => gzip.destroy())
  return new SlicedBody(gzip)
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
