import { setTimeout as pause } from 'node:timers/promises'
import { type Change, type ChangeListener, type Revision, RevisionUnavailable } from '#storage/contract.js'
import { OpenFeed } from '#storage/feeds.js'
import type { EtcdClient } from './client.js'
import type { FeedStart } from './feed-start.js'
import type { Keyspace } from './keyspace.js'
import { EVENT_DELETE, type Event, type WatchResponse } from './messages/watch.js'
import { storedValue } from './reader.js'
import { type OpenWatch, openWatch } from './watch.js'

export interface FeedOptions {
  readonly client: EtcdClient
  readonly keyspace: Keyspace
  readonly starts: FeedStart
  /** Called when a watch was lost and will be reopened. */
  readonly onInterruption?: (() => void) | undefined
}

const MIN_PAUSE_MS = 20
const MAX_PAUSE_MS = 1000

/**
 * Delivers changes to a listener with one etcd watch after another: each starts where the one before ended.
 *
 * Always watches all keys of the store, whatever its prefix, because changes of other keys show the progress of the
 * store.
 */
export class WatchFeed {
  readonly feed: OpenFeed
  readonly #parts: FeedOptions
  readonly #previous: boolean
  #watch: OpenWatch | undefined

  constructor(
    parts: FeedOptions,
    after: Revision,
    listener: ChangeListener,
    prefix: string,
    previous: boolean,
    onEnd: (feed: WatchFeed) => void,
  ) {
    this.#parts = parts
    this.#previous = previous
    this.feed = new OpenFeed(after, listener, prefix, () => {
      this.#watch?.close()
      onEnd(this)
    })
  }

  /** Resolves when the feed ends. `start` is the first revision to watch. */
  async run(start: number): Promise<void> {
    let from: number | undefined = start
    for (let pauseMs = MIN_PAUSE_MS; this.feed.open; ) {
      const before = this.feed.position
      try {
        from ??= await this.#parts.starts.after(this.feed.position, this.feed.prefix)
        await this.#listen(from)
      } catch (error) {
        if (error instanceof RevisionUnavailable) this.feed.fail(error)
      }
      if (!this.feed.open) return
      from = undefined
      this.#parts.onInterruption?.()
      pauseMs = this.feed.position > before ? MIN_PAUSE_MS : Math.min(pauseMs * 2, MAX_PAUSE_MS)
      await pause(pauseMs)
    }
  }

  async #listen(startRevision: number): Promise<void> {
    const { client, keyspace } = this.#parts
    const options = { ...keyspace.range(''), startRevision, prevKv: this.#previous }
    const watch = await openWatch(client, options, (response) => this.#receive(response, startRevision))
    this.#watch = watch
    if (!this.feed.open) watch.close()
    await watch.ended
  }

  /** A watch that etcd cancels has ended; the next one finds out why. */
  #receive({ events }: WatchResponse, startRevision: number): void | Promise<void> {
    const { position } = this.feed
    const known = Math.max(position, startRevision)
    const changes: Change[] = []
    for (const event of events) {
      const revision = event.kv?.modRevision ?? 0
      if (revision <= known) continue
      const change = this.#change(event)
      if (change === undefined) {
        this.feed.fail(new RevisionUnavailable('compacted', position, revision as Revision))
        return
      }
      changes.push(change)
    }
    const last = changes.at(-1)
    if (last !== undefined) return this.feed.deliver(changes, last.revision)
  }

  /** Undefined when the previous value is unknown because it has been compacted. */
  #change({ type, kv, prevKv }: Event): Change | undefined {
    if (kv === undefined) return undefined
    const { keyspace } = this.#parts
    const isDeletion = type === EVENT_DELETE
    const wasThere = isDeletion || kv.version > 1
    if (this.#previous && wasThere && prevKv === undefined) return undefined
    const { key, value, revision } = storedValue(keyspace, kv)
    const previous = prevKv && storedValue(keyspace, prevKv)
    return { key, revision, value: isDeletion ? undefined : value, previous }
  }
}
