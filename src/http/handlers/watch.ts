import { compact } from '#codec/representation.js'
import type { RequestContext } from '#http/request/request-context.js'
import { beginStream } from '#http/response/respond.js'
import { type StreamObservers, WatchStream } from '#http/response/watch-stream.js'
import type { Target } from '#http/router.js'
import { badRequest } from '#meta/api-error.js'
import { type ListOptions, readListOptions } from '#registry/read/list-options.js'
import { ConvertedStream, deferredFrames } from '#registry/serialize/converted-stream.js'
import { byName } from '#selector/field-selector.js'
import { every, MAY_BE_LATE, type TimerClock } from '#util/clock.js'
import type { Handler } from './handler.js'

/** Without `timeoutSeconds` a watch lasts between these, so that watches opened together do not end together. */
const MIN_SECONDS = 30 * 60
const MAX_SECONDS = 60 * 60
/** The interval of bookmarks. */
const BOOKMARK_SECONDS = 60

/**
 * A watch, by `watch=true` on a collection or by the `/watch/` paths.
 *
 * A half-closed client gets the response of any other request, but its watch ends: whether it is gone shows only at
 * the next event, and nearly all such clients are gone. kube-apiserver ends these watches too.
 */
export function watchHandler(observers: StreamObservers, clock: TimerClock): Handler {
  return async (context, target) => {
    const options = fromPast(readOptions(context, target), context.pastRevision)
    const { serializers, reader } = target.store
    await reader.beforeWatch(options)
    // The client is already gone: no `close` event would end the watch.
    if (!context.isOpen) return
    // One event per line.
    const serializer = serializers.get(compact(context.representation), context.includedObject)
    const response = beginStream(context, serializer.streamType)
    if (context.isHead) {
      response.end()
      return
    }
    const { channel } = context
    const observer = observers.ofVersion(target.store.definition)
    const fail = (error: unknown) => stream.end(serializer.error(observer.explain(error)))
    const opened = new WatchStream(response, channel, observer)
    const endWithError = (error: unknown) => {
      fail(error)
      watch.close()
    }
    const direct = response.wrapStream?.(opened, endWithError) ?? opened
    const stream = serializers.isConverted ? new ConvertedStream(serializers, direct, endWithError) : direct
    const frames = serializers.isConverted ? deferredFrames(serializer) : serializer
    const watch = reader.watch(options, frames, stream, fail)
    watch.onClose(() => direct.end())
    context.endStream = () => watch.close()

    const bookmark = () => {
      const frame = watch.bookmark()
      if (frame !== undefined) stream.send([frame])
    }
    const stopBookmarks = options.allowBookmarks ? every(clock, BOOKMARK_SECONDS * 1000, bookmark) : undefined
    const end = () => {
      if (options.allowBookmarks) bookmark()
      watch.close()
    }
    const cancelEnd = clock.at(clock.now() + lifetime(options) * 1000, end, MAY_BE_LATE)
    const onClientEnd = () => watch.close()
    channel.onClientEnd(onClientEnd)
    try {
      // Until the client, the timeout or the slow-client limit ends the watch.
      await new Promise<void>((resolve) => response.once('close', resolve))
    } finally {
      context.endStream = undefined
      context.sentBytes = opened.sentBytes
      stopBookmarks?.()
      cancelEnd()
      channel.offClientEnd(onClientEnd)
      watch.close()
    }
  }
}

const NAME_AND_SELECTOR = 'both a name and a field selector provided; please provide one or the other.'

function readOptions({ query }: RequestContext, { store, namespace, name }: Target): ListOptions {
  const options = readListOptions(store.definition, query, namespace, { watch: true })
  if (name === undefined) return options
  const { fields } = options.selection
  if (!fields.isEmpty) {
    if (store.definition.conventions.legacyErrors) throw badRequest(NAME_AND_SELECTOR)
    if (fields.name !== name) throw badRequest("fieldSelector metadata.name doesn't match requested name")
    return options
  }
  return { ...options, selection: { ...options.selection, fields: byName(name) } }
}

/** `past` is set by a fault rule. */
const fromPast = (options: ListOptions, past: number | undefined): ListOptions =>
  past === undefined ? options : { ...options, revision: past }

const lifetime = ({ timeoutSeconds }: ListOptions) =>
  timeoutSeconds ?? MIN_SECONDS + Math.random() * (MAX_SECONDS - MIN_SECONDS)
