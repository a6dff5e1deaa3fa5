import { ApiError, deletionUnfinished } from '#meta/api-error.js'
import type { ApiObject } from '#meta/object-meta.js'
import type { ListOptions } from '#registry/read/list-options.js'
import type { ObjectList } from '#registry/read/lister.js'
import type { ObjectReader } from '#registry/read/object-reader.js'
import { TimeBudget, yieldToEventLoop } from '#util/event-loop.js'
import { timerDelayMs } from '#util/text/duration.js'
import type { DeleteRequest } from './delete-options.js'
import type { ObjectWriter } from './object-writer.js'

/** How many objects of a collection are deleted at a time, so that many share a commit. */
const DELETE_CONCURRENCY = 16

/**
 * Deletes the objects of a list. Ignores objects that another request has already deleted. After a failure it starts no
 * further deletion and waits for those in progress, so that nothing happens after the response, except when the request
 * times out.
 */
export class CollectionDeletion<O extends ApiObject> {
  readonly #reader: ObjectReader<O>
  readonly #writer: ObjectWriter<O>
  readonly #options: ListOptions
  readonly #request: DeleteRequest
  #stopped = false

  constructor(
    reader: ObjectReader<O>,
    writer: ObjectWriter<O>,
    options: ListOptions,
    request: DeleteRequest,
  ) {
    this.#reader = reader
    this.#writer = writer
    this.#options = options
    this.#request = request
  }

  /** Resolves with the objects as they were when the deletion began. */
  async run(): Promise<ObjectList> {
    const { timeoutSeconds } = this.#options
    const work = this.#deleteAll()
    if (timeoutSeconds === undefined) return work
    let timer: NodeJS.Timeout | undefined
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(deletionUnfinished(timeoutSeconds)), timerDelayMs(timeoutSeconds))
    })
    try {
      return await Promise.race([work, timeout])
    } finally {
      clearTimeout(timer)
      this.#stopped = true
    }
  }

  async #deleteAll(): Promise<ObjectList> {
    const list = await this.#reader.list(this.#options)
    const { objects } = list
    const rest = objects.values()
    const workers = Array.from({ length: Math.min(DELETE_CONCURRENCY, objects.length) }, () =>
      this.#work(rest),
    )
    for (const outcome of await Promise.allSettled(workers)) {
      if (outcome.status === 'rejected') throw outcome.reason
    }
    return list
  }

  async #work(rest: Iterable<{ readonly namespace: string; readonly name: string }>): Promise<void> {
    let slice = new TimeBudget()
    for (const { namespace, name } of rest) {
      if (this.#stopped) return
      try {
        await this.#writer.delete(namespace === '' ? undefined : namespace, name, this.#request)
      } catch (error) {
        if (isMissing(error)) continue
        this.#stopped = true
        throw error
      }
      // Without writes, as when all objects are already being deleted, nothing here would wait.
      if (!slice.isOver) continue
      await yieldToEventLoop()
      slice = new TimeBudget()
    }
  }
}

const isMissing = (error: unknown) => error instanceof ApiError && error.error === 'notFound'
