import type { Collection } from '#cache/collection.js'
import { WatchEvent } from '#cache/watch/watch-event.js'
import type { Watcher } from '#cache/watch/watcher.js'
import type { Change, Revision, Storage } from '#storage/contract.js'
import { mapYielding } from '#util/event-loop.js'

/**
 * Replays the changes after a revision to a watcher, from the store's history, until the rest is in memory. From there
 * the collection delivers them. Resolves then, or when the watcher closes. Rejects when the history is compacted.
 */
export async function replayHistory(
  storage: Storage,
  collection: Collection,
  watcher: Watcher,
  from: Revision,
): Promise<void> {
  /** The events in memory that follow the history; undefined until the history is replayed. */
  let recent: WatchEvent[] | undefined
  let opening: ReturnType<Storage['follow']> | undefined
  try {
    await new Promise<void>((resolve, reject) => {
      const take = async (changes: readonly Change[], upTo: Revision) => {
        if (recent !== undefined || !watcher.isOpen) return
        const events = await mapYielding(changes, (change) => toEvents(collection, change))
        await watcher.replayEvents(events.flat())
        if (!watcher.isOpen) return
        recent = collection.recentEvents(upTo)
        if (recent === undefined) return
        collection.attach(watcher)
        resolve()
      }
      /** Replays changes in order. */
      let taken = Promise.resolve()
      const listener = (changes: readonly Change[], upTo: Revision) => {
        taken = taken.then(() => take(changes, upTo)).catch(reject)
        return taken
      }
      // The client is gone or the server closes: stop waiting.
      watcher.onClose(resolve)
      opening = storage.follow(from, listener, collection.prefix)
      // A feed that ends without an error was closed, here or by the store.
      opening.then(({ ended }) => ended).then(resolve, reject)
    })
  } finally {
    // The listener may have received everything before `follow` returns the feed.
    opening?.then(
      (feed) => feed.close(),
      () => undefined,
    )
  }
  if (recent === undefined) watcher.close()
  else await watcher.replayEvents(recent)
}

/** No events if neither the old nor the new value can be decoded. */
function toEvents(collection: Collection, { key, revision, value, previous }: Change): WatchEvent[] {
  const object = value && collection.read({ key, revision, value })
  const before = previous && collection.read(previous)
  return object === undefined && before === undefined ? [] : [new WatchEvent(revision, object, before)]
}
