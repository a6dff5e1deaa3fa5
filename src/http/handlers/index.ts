import type { StreamObservers } from '#http/response/watch-stream.js'
import type { Verb } from '#registry/kind.js'
import type { TimerClock } from '#util/clock.js'
import { handleCreate } from './create.js'
import { handleDelete, handleDeleteCollection } from './delete.js'
import type { Handler } from './handler.js'
import { handleGet, handleList } from './read.js'
import { handleSubresource } from './subresource.js'
import { handlePatch, handleUpdate } from './update.js'
import { watchHandler } from './watch.js'

/** The handlers by verb. */
export type Handlers = Readonly<Record<Verb, Handler>> & {
  readonly subresource: typeof handleSubresource
}

export function createHandlers(streams: StreamObservers, clock: TimerClock): Handlers {
  return {
    create: handleCreate,
    delete: handleDelete,
    deletecollection: handleDeleteCollection,
    get: handleGet,
    list: handleList,
    patch: handlePatch,
    subresource: handleSubresource,
    update: handleUpdate,
    watch: watchHandler(streams, clock),
  }
}
