import type { Collection } from '#cache/collection.js'
import { WatchEvent } from '#cache/watch-event.js'
import type { Watcher } from '#cache/watcher.js'
import type { Change, Revision, Storage } from '#storage/contract.js'
import { mapYielding } from '#util/event-loop.js'

/**
 * Replays to a watcher the changes after a revision from the store's history, until the rest is in memory; from there on
 * the collection delivers them. Resolves then, or when the watcher is closed. Rejects when the history is gone.
 */
export async function replayHistory(
  storage: Storage,
  collection: Collection,
  watcher: Watcher,
  from: Revision,
): Promise<void> {
  /** What is in memory behind the history; undefined until the history was replayed. */
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
      /** Changes are replayed in the order in which they come, however long that takes. */
      let taken = Promise.resolve()
      const listener = (changes: readonly Change[], upTo: Revision) => {
        taken = taken.then(() => take(changes, upTo)).catch(reject)
        return taken
      }
      // A client that is gone, or a server that closes, waits for nothing more.
      watcher.onClose(resolve)
      opening = storage.follow(from, listener, collection.prefix)
      // A feed ends without an error only when it was closed, here or by the store.
      opening.then(({ ended }) => ended).then(resolve, reject)
    })
  } finally {
    // The listener may have received everything before the feed is there to be closed.
    opening?.then(
      (feed) => feed.close(),
      () => undefined,
    )
  }
  if (recent === undefined) watcher.close()
  else await watcher.replayEvents(recent)
}

/** None where neither what came nor what was there before can be read. */
function toEvents(collection: Collection, { key, revision, value, previous }: Change): WatchEvent[] {
  const object = value && collection.read({ key, revision, value })
  const before = previous && collection.read(previous)
  return object === undefined && before === undefined ? [] : [new WatchEvent(revision, object, before)]
}
