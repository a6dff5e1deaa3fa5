import type { CachedObject } from '#cache/cached-object.js'
import type { DiscoveryVersion } from '#discovery/aggregated-types.js'
import type { RequestContext } from '#http/request/request-context.js'
import { SlicedBody } from '#http/request/sliced-body.js'
import { GZIP_BYTES, wantsGzip } from '#http/response/compression.js'
import { aggregatedType } from '#http/response/discovery-format.js'
import { beginCompressed, beginResponse, passedOn, sendBytes } from '#http/response/respond.js'
import { TimeSlices } from '#util/event-loop.js'
import { LIST_END, type RenderedMetadata, type Rendering } from './rendering.js'

const JSON_TYPE = 'application/json'
const SEPARATOR = Buffer.from(',')

/**
 * Sends a list item by item: items are written as the client reads, so that a long list takes little memory and does not
 * keep other requests waiting.
 */
export async function sendSearchList(
  context: RequestContext,
  rendering: Rendering,
  metadata: RenderedMetadata,
  objects: readonly CachedObject[],
): Promise<void> {
  let size = 0
  for (const object of objects) size += object.size
  const isCompressed = wantsGzip(context, size)
  try {
    await context.channel.reserve(isCompressed ? GZIP_BYTES : 0)
    if (!context.isOpen) return
    const to = isCompressed
      ? beginCompressed(context, JSON_TYPE)
      : beginResponse(context, 200, { 'Content-Type': JSON_TYPE })
    if (context.isHead) {
      to.end()
      return
    }
    const sent = isCompressed ? passedOn(to) : undefined
    const body = new SlicedBody(to)
    const slices = new TimeSlices()
    await body.append(Buffer.from(rendering.listHead(metadata)))
    for (const [index, object] of objects.entries()) {
      if (index > 0) await body.append(SEPARATOR)
      await body.append(rendering.item(object))
      await slices.next()
      if (!context.isOpen) return
    }
    await body.append(LIST_END)
    body.end()
    if (!isCompressed) context.sentBytes = body.sentBytes
    await sent
  } finally {
    context.channel.reserve(0)
  }
}

export function sendAggregated(
  context: RequestContext,
  document: object,
  version: DiscoveryVersion,
): void | Promise<void> {
  return sendBytes(context, 200, aggregatedType(version), Buffer.from(JSON.stringify(document)))
}
