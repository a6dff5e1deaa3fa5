import type { Collection } from '#cache/collection.js'
import { SCAN_STEP } from '#cache/search/search.js'
import type { OpenWatchers } from '#cache/watch/open-watchers.js'
import { Watcher, type WatchSink } from '#cache/watch/watcher.js'
import { type ApiError, tooOldVersion } from '#meta/api-error.js'
import type { Serializer } from '#registry/serialize/serializer.js'
import { storageApiError } from '#registry/storage-errors.js'
import { type Revision, RevisionUnavailable, type Storage } from '#storage/contract.js'
import { TimeBudget, yieldToEventLoop } from '#util/event-loop.js'
import { replayHistory } from './history-replay.js'
import type { ListOptions } from './list-options.js'

/** How many bytes of existing objects are sent between two checks of backpressure. */
const INITIAL_STEP = 256 * 1024

/** Makes the bookmark of a revision. */
export type Bookmark = (serializer: Serializer, revision: Revision, initialEventsEnd: boolean) => Buffer

/**
 * Opens a watch: sends the initial list or the history to the sink at its client's pace, then changes as they happen.
 * Returns the watcher at once and replays in the background. The watcher is already closed if no watch may be open.
 */
export class WatchOpener {
  readonly #storage: Storage
  readonly #collection: Collection
  readonly #watchers: OpenWatchers
  readonly #bookmark: Bookmark

  constructor(storage: Storage, collection: Collection, watchers: OpenWatchers, bookmark: Bookmark) {
    this.#storage = storage
    this.#collection = collection
    this.#watchers = watchers
    this.#bookmark = bookmark
  }

  /** `now` is the revision of the cache; `fail` is called when the stream cannot go on. */
  open(
    options: ListOptions,
    now: Revision,
    serializer: Serializer,
    sink: WatchSink,
    fail: (error: unknown) => void,
  ): Watcher {
    const begin = startOf(options)
    const from = (begin === 'version' ? options.revision : now) as Revision
    const watcher = new Watcher(options.selection, from, serializer, sink)
    this.#watchers.add(watcher)
    if (!watcher.isOpen) return watcher
    const replay =
      begin === 'objects'
        ? this.#replayObjects(
            watcher,
            options.sendInitialEvents === true ? () => this.#bookmark(serializer, from, true) : undefined,
          )
        : this.#replayChanges(watcher, from)
    replay.catch((error: unknown) => {
      // First the error, then the end of the stream.
      fail(expiry(error, from) ?? storageApiError(error))
      watcher.close()
    })
    return watcher
  }

  /** Sends the existing objects as `ADDED`, then a bookmark if the client wants one. */
  async #replayObjects(watcher: Watcher, lastFrame: (() => Buffer) | undefined): Promise<void> {
    const search = this.#collection.search(watcher.selection)
    search.holdState()
    this.#collection.attach(watcher)
    let frames: Buffer[] = []
    let size = 0
    let budget = new TimeBudget()
    do {
      search.scan(SCAN_STEP)
      for (const object of search.take()) {
        const frame = watcher.added(object)
        frames.push(frame)
        size += frame.length
        if (size < INITIAL_STEP && !budget.isOver) continue
        await watcher.replay(frames)
        await yieldToEventLoop()
        if (!watcher.isOpen) return
        frames = []
        size = 0
        budget = new TimeBudget()
      }
      if (!search.isOver) await yieldToEventLoop()
    } while (!search.isOver && watcher.isOpen)
    if (lastFrame !== undefined) frames.push(lastFrame())
    await watcher.replay(frames)
    await watcher.goLive()
  }

  async #replayChanges(watcher: Watcher, from: Revision): Promise<void> {
    const recent = this.#collection.recentEvents(from)
    if (recent === undefined) await replayHistory(this.#storage, this.#collection, watcher, from)
    else {
      this.#collection.attach(watcher)
      await watcher.replayEvents(recent)
    }
    await watcher.goLive()
  }
}

/** Whether a stream begins with the existing objects, with changes from now on, or after a version. */
function startOf({ revision, sendInitialEvents }: ListOptions): 'objects' | 'now' | 'version' {
  if (sendInitialEvents !== undefined) {
    if (sendInitialEvents) return 'objects'
    return revision === undefined ? 'now' : 'version'
  }
  return revision === undefined ? 'objects' : 'version'
}

function expiry(error: unknown, from: Revision): ApiError | undefined {
  if (!(error instanceof RevisionUnavailable) || error.reason !== 'compacted') return undefined
  return tooOldVersion(from, error.limit)
}
