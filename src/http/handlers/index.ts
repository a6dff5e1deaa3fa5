import type { StreamObserver } from '#http/response/watch-stream.js'
import type { Verb } from '#registry/kind.js'
import { handleCreate } from './create.js'
import { handleDelete } from './delete.js'
import { handleDeleteCollection } from './delete-collection.js'
import { handleGet } from './get.js'
import type { Handler } from './handler.js'
import { handleList } from './list.js'
import { handlePatch } from './patch.js'
import { handleReplace } from './replace.js'
import { handleSubresource } from './subresource.js'
import { watchHandler } from './watch.js'

/** Who answers which verb. */
export type Handlers = Readonly<Record<Verb, Handler>> & {
  readonly subresource: typeof handleSubresource
}

export function createHandlers(streams: StreamObserver): Handlers {
  return {
    create: handleCreate,
    delete: handleDelete,
    deletecollection: handleDeleteCollection,
    get: handleGet,
    list: handleList,
    patch: handlePatch,
    subresource: handleSubresource,
    update: handleReplace,
    watch: watchHandler(streams),
  }
}
