import { checkAvailable } from '#storage/arguments.js'
import {
  type Change,
  type ChangeListener,
  type Feed,
  type Revision,
  RevisionUnavailable,
  type StoredValue,
} from '#storage/contract.js'
import { OpenFeed } from '#storage/feeds.js'
import { TimeBudget, yieldToEventLoop } from '#util/event-loop.js'
import type { CommittedWrite } from './committer.js'
import type { Disk } from './disk.js'
import type { StoreState } from './state.js'

/** Limits of one read from the log, to bound the memory of a listener call. */
const SLICE = { entries: 200, bytes: 1024 * 1024 }

/** Delivers changes to listeners: from the log during replay, then as they are committed. */
export class ChangeFeeds {
  readonly #state: StoreState
  readonly #disk: Disk
  readonly #feeds = new Set<OpenFeed>()
  /** Feeds that have delivered everything so far. */
  readonly #live = new Set<OpenFeed>()

  constructor(state: StoreState, disk: Disk) {
    this.#state = state
    this.#disk = disk
  }

  follow(after: Revision, listener: ChangeListener, prefix: string): Feed {
    checkAvailable(after, this.#watermarkOf(prefix), this.#state.current, 'after')
    const feed = new OpenFeed(after, listener, prefix, () => {
      this.#feeds.delete(feed)
      this.#live.delete(feed)
    })
    this.#feeds.add(feed)
    this.#catchUp(feed).catch((error) => feed.fail(error))
    return feed
  }

  /** The changes that writes will make to the state. Undefined when no feed is synced. */
  changesOf(writes: readonly CommittedWrite[]): Change[] | undefined {
    if (this.#live.size === 0) return undefined
    const changes: Change[] = []
    for (const { operations, revision } of writes) {
      for (const operation of operations) {
        const { key } = operation
        const value = operation.type === 'delete' ? undefined : operation.value
        changes.push(new LiveChange(key, revision, value, this.#state.heads.get(key), this.#disk))
      }
    }
    return changes
  }

  deliver(changes: readonly Change[], upTo: Revision): void {
    for (const feed of this.#live) feed.deliver(changes, upTo)
  }

  closeAll(): void {
    for (const feed of this.#feeds) feed.close()
  }

  /** Ends in the same event loop turn in which the replay is complete, so the next change is delivered live. */
  async #catchUp(feed: OpenFeed): Promise<void> {
    while (feed.open && feed.position < this.#state.current) {
      const watermark = this.#watermarkOf(feed.prefix)
      if (feed.position < watermark) {
        feed.fail(new RevisionUnavailable('compacted', feed.position, watermark))
        return
      }
      const [changes, upTo] = this.#slice(feed.position)
      const waiting = feed.deliver(changes, upTo)
      if (waiting instanceof Promise) await waiting
      if (upTo < this.#state.current) await yieldToEventLoop()
    }
    if (feed.open) this.#live.add(feed)
  }

  #watermarkOf(prefix: string): Revision {
    return this.#state.watermarks.forFeed(prefix, this.#state.oldest)
  }

  #slice(after: Revision): [changes: Change[], upTo: Revision] {
    const slice = new TimeBudget()
    const changes: Change[] = []
    let upTo = this.#state.current
    let bytes = 0
    let entries = 0
    for (const entry of this.#disk.logEntries(after, this.#state.current, SLICE.entries)) {
      const { revision } = entry
      for (const { key, deleted, previous } of entry.changes) {
        const value = deleted ? undefined : this.#disk.version(key, revision)?.value
        const before = previous && this.#disk.version(key, previous)
        changes.push({ key, revision, value, previous: before })
        bytes += (value?.length ?? 0) + (before?.value.length ?? 0)
      }
      entries++
      if (entries === SLICE.entries || bytes >= SLICE.bytes || slice.isOver) {
        upTo = revision
        break
      }
    }
    return [changes, upTo]
  }
}

/** A change under delivery. Its previous value is read from disk only on access. */
class LiveChange implements Change {
  readonly key: string
  readonly revision: Revision
  readonly value: Buffer | undefined
  readonly #before: Revision | undefined
  readonly #disk: Disk
  #previous: StoredValue | undefined

  constructor(
    key: string,
    revision: Revision,
    value: Buffer | undefined,
    before: Revision | undefined,
    disk: Disk,
  ) {
    this.key = key
    this.revision = revision
    this.value = value
    this.#before = before
    this.#disk = disk
  }

  get previous(): StoredValue | undefined {
    if (this.#previous === undefined && this.#before !== undefined) {
      this.#previous = this.#disk.version(this.key, this.#before)
    }
    return this.#previous
  }
}
