import { RequestContext } from '#http/request/request-context.js'
import { beginStream } from '#http/response/respond.js'
import { type StreamObserver, WatchStream } from '#http/response/watch-stream.js'
import type { WatchRequest } from '#protocol/watches.js'
import { PartChannel, PartRequest, PartResponse, type PartSink } from './part.js'
import { readWatches } from './read-watches.js'

const TYPE = 'application/x-ndjson'

/** Handles one request, from authentication to its response. */
export type HandleRequest = (context: RequestContext) => void | Promise<void>

/**
 * Several watches in one response. Each is a request of its own to the pipeline: authenticated, limited, authorized and
 * audited as if it came alone. The response ends with the last of them, and a client that reads too slowly loses all.
 */
export async function serveWatches(
  context: RequestContext,
  handle: HandleRequest,
  observer: StreamObserver,
): Promise<void> {
  const watches = await readWatches(context)
  if (!context.isOpen) return
  const response = beginStream(context, TYPE)
  const { channel } = context
  const stream = new WatchStream(response, channel, observer)
  const open = new Set<PartResponse>()
  const closeAll = () => {
    for (const part of [...open]) part.destroy()
  }
  context.endStream = closeAll
  const channels = watches.map(() => new PartChannel(channel))
  const onClientEnd = () => {
    for (const each of channels) each.clientEnded()
    closeAll()
  }
  channel.onClientEnd(onClientEnd)
  response.once('close', closeAll)
  // Those that end at once must not end the response before the others are open.
  const parts = watches.map((watch) => {
    const part = new PartResponse(
      new PartRequest(context.request, watch),
      sinkOf(watch, stream, () => {
        open.delete(part)
        if (open.size === 0) stream.end()
      }),
    )
    return part
  })
  for (const part of parts) open.add(part)
  try {
    const handled = parts.map((part, index) =>
      handle(new RequestContext(part.req, part, channels[index] as PartChannel, context.showsAuditId)),
    )
    await new Promise<void>((resolve) => response.once('close', resolve))
    await Promise.all(handled)
  } finally {
    context.endStream = undefined
    channel.offClientEnd(onClientEnd)
  }
}

/** Writes the frames of one watch to the common stream, with its id as the first property. */
function sinkOf({ id }: WatchRequest, stream: WatchStream, onClosed: () => void): PartSink {
  const head = Buffer.from(`{"watch":${JSON.stringify(id)},`)
  return {
    // A frame is an object and a line break.
    send: (frames) => stream.send(frames.map((frame) => Buffer.concat([head, frame.subarray(1)]))),
    drained: () => stream.drained(),
    end: () => undefined,
    fail: (status) => {
      // A Status may be indented; a line must not.
      const line = Buffer.from(JSON.stringify(JSON.parse(status.toString('utf8'))))
      stream.send([Buffer.concat([head, ERROR, line, LINE_END])])
    },
    closed: () => {
      stream.send([Buffer.concat([head, CLOSED])])
      onClosed()
    },
  }
}

const ERROR = Buffer.from('"type":"ERROR","object":')
const CLOSED = Buffer.from('"type":"CLOSED"}\n')
const LINE_END = Buffer.from('}\n')
