import type { RequestContext } from '#http/request/request-context.js'
import { beginStream } from '#http/response/respond.js'
import { type StreamObserver, WatchStream } from '#http/response/watch-stream.js'
import { jsonError } from '#registry/serialize/serializer.js'
import { every, MAY_BE_LATE, type TimerClock } from '#util/clock.js'
import type { FollowedResource } from './followed-resource.js'
import type { Rendering } from './rendering.js'
import type { SearchOptions } from './search-options.js'
import { SearchWatch } from './search-watch.js'

/** As for a watch of one cluster. */
const MIN_SECONDS = 30 * 60
const MAX_SECONDS = 60 * 60
const BOOKMARK_SECONDS = 60

export interface ServedWatch {
  readonly followed: FollowedResource
  readonly options: SearchOptions
  readonly rendering: Rendering
  readonly observer: StreamObserver
  readonly clock: TimerClock
  /** Ends the watch. */
  readonly signal: AbortSignal
}

/** Streams events until the client, the timeout or an error ends the watch. */
export async function serveWatch(context: RequestContext, served: ServedWatch): Promise<void> {
  const { followed, options, rendering, observer, clock, signal } = served
  const response = beginStream(context, 'application/json')
  if (context.isHead) {
    response.end()
    return
  }
  const { channel } = context
  const opened = new WatchStream(response, channel, observer)
  const endWithError = (error: unknown) => {
    stream.end(jsonError(observer.explain(error)))
    watch.close()
  }
  const stream = response.wrapStream?.(opened, endWithError) ?? opened
  const watch = new SearchWatch(followed, options, rendering, stream)
  const end = () => watch.close()
  context.endStream = end
  const stopBookmarks = options.allowBookmarks
    ? every(clock, BOOKMARK_SECONDS * 1000, () => watch.bookmark())
    : undefined
  const seconds = options.timeoutSeconds ?? MIN_SECONDS + Math.random() * (MAX_SECONDS - MIN_SECONDS)
  const cancelEnd = clock.at(clock.now() + seconds * 1000, end, MAY_BE_LATE)
  channel.onClientEnd(end)
  response.once('close', end)
  signal.addEventListener('abort', end)
  try {
    await watch.run().then(() => stream.end(), endWithError)
    await new Promise<void>((resolve) => response.once('close', resolve))
  } finally {
    context.endStream = undefined
    context.sentBytes = opened.sentBytes
    stopBookmarks?.()
    cancelEnd()
    channel.offClientEnd(end)
    signal.removeEventListener('abort', end)
  }
}
