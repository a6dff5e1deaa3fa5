import { setTimeout as pause } from 'node:timers/promises'
import {
  checkCompaction,
  checkHistory,
  checkKey,
  checkOperations,
  checkRange,
  checkRevision,
} from '#storage/arguments.js'
import {
  type ChangeListener,
  type Feed,
  type HistoryOptions,
  type HistoryPage,
  type Operation,
  type RangeOptions,
  type RangeResult,
  type Revision,
  RevisionUnavailable,
  type Storage,
  StorageUnavailable,
  StorageUnusable,
  type StoreBeginning,
  type StoredValue,
  type StoreHealth,
  type WriteOutcome,
} from '#storage/contract.js'
import { type Clock, systemClock } from '#util/clock.js'
import { findBeginning } from './beginning.js'
import { EtcdClient, type EtcdClientOptions } from './client.js'
import { Compactor } from './compactor.js'
import { readFailure } from './etcd-errors.js'
import { FeedStart } from './feed-start.js'
import { type EtcdFormatOptions, settleFormat } from './format.js'
import { Health } from './health.js'
import { History } from './history.js'
import { Keyspace } from './keyspace.js'
import { LeaseElection } from './lease-election.js'
import { Reader } from './reader.js'
import { type FeedOptions, WatchFeed } from './watch-feed.js'
import { type Fence, Writer } from './writer.js'

export interface EtcdStorageOptions extends EtcdClientOptions, StoreBeginning, EtcdFormatOptions {
  /** The prefix of the store's keys in etcd, without a trailing slash. */
  readonly prefix: string
  readonly clock?: Clock | undefined
  readonly fence?: Fence | undefined
  readonly onWatchInterrupted?: (() => void) | undefined
}

export interface EtcdStorage extends Storage {
  /** An election among all servers on this store. Ends with the store. */
  readonly election: LeaseElection
  /** In bytes, at the member in use. */
  readonly databaseSize: number
}

/** How long to wait for feeds before closing or compacting. */
const FEED_PATIENCE_MS = 1000

const OLDEST_VERSION = [3, 4] as const

/**
 * A store in an etcd cluster, for any number of processes. An acknowledged write is committed by a quorum. Rejects
 * with `StorageUnusable` when the cluster does not respond or is too old, or the format of the store is unknown.
 */
export async function openEtcdStorage(options: EtcdStorageOptions): Promise<EtcdStorage> {
  const client = new EtcdClient(options)
  const keyspace = new Keyspace(options.prefix)
  const reader = new Reader(client, keyspace)
  try {
    const { version } = await client.status()
    if (isTooOld(version)) {
      throw new StorageUnusable(
        `etcd is of version ${version}; ${OLDEST_VERSION.join('.')} or newer is needed`,
      )
    }
    await settleFormat(client, keyspace, options)
    await findBeginning(client, keyspace, options.startAt)
    await reader.currentRevision()
  } catch (error) {
    client.close()
    if (error instanceof StorageUnusable) throw error
    const failure = readFailure(error)
    if (!(failure instanceof StorageUnavailable)) throw error
    throw new StorageUnusable(`no use can be made of etcd: ${failure.message}`, { cause: error })
  }
  return new ClusterStorage(client, keyspace, reader, options)
}

function isTooOld(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major < OLDEST_VERSION[0] || (major === OLDEST_VERSION[0] && minor < OLDEST_VERSION[1])
}

class ClusterStorage implements EtcdStorage {
  readonly isOnlyWriter = false
  readonly election: LeaseElection
  readonly #client: EtcdClient
  readonly #reader: Reader
  readonly #writer: Writer
  readonly #feedParts: FeedOptions
  readonly #feeds = new Set<WatchFeed>()
  readonly #compactor: Compactor
  readonly #history: History
  readonly #health: Health
  #closing: Promise<void> | undefined

  constructor(client: EtcdClient, keyspace: Keyspace, reader: Reader, options: EtcdStorageOptions) {
    const { clock = systemClock, fence, onWatchInterrupted: onInterruption } = options
    this.#client = client
    this.#reader = reader
    this.#writer = new Writer(client, keyspace, reader, { clock, fence })
    this.#feedParts = { client, keyspace, starts: new FeedStart(client, keyspace), onInterruption }
    this.#compactor = new Compactor(client, keyspace, clock, (revision) => this.#feedsReached(revision))
    this.#history = new History(client, keyspace, (...parameters) => this.follow(...parameters))
    this.#health = new Health(client, reader)
    this.#health.start()
    this.election = new LeaseElection(client, keyspace)
  }

  get databaseSize(): number {
    return this.#health.databaseSize
  }

  async currentRevision(): Promise<Revision> {
    this.#checkOpen()
    return this.#reader.currentRevision()
  }

  async get(key: string, at?: Revision): Promise<StoredValue | undefined> {
    checkKey(key)
    if (at !== undefined) this.#checkRevision(at, 'at')
    this.#checkOpen()
    return this.#reader.get(key, at)
  }

  async range(prefix: string, options: RangeOptions = {}): Promise<RangeResult> {
    // A list may continue after a key of another program.
    checkRange(prefix, { ...options, after: undefined })
    if (options.at !== undefined) this.#checkRevision(options.at, 'at')
    this.#checkOpen()
    return this.#reader.range(prefix, options)
  }

  async write(operations: readonly Operation[]): Promise<WriteOutcome> {
    checkOperations(operations)
    this.#checkOpen()
    try {
      return await this.#writer.write(operations)
    } catch (error) {
      this.#health.failed(error)
      throw error
    }
  }

  async follow(
    after: Revision,
    listener: ChangeListener,
    prefix = '',
    previous: 'included' | 'omitted' = 'included',
  ): Promise<Feed> {
    this.#checkRevision(after, 'after')
    this.#checkOpen()
    const start = await this.#feedParts.starts.after(after, prefix).catch((error: unknown) => {
      throw readFailure(error)
    })
    this.#checkOpen()
    const onEnd = (ended: WatchFeed) => this.#feeds.delete(ended)
    const feed = new WatchFeed(this.#feedParts, after, listener, prefix, previous === 'included', onEnd)
    this.#feeds.add(feed)
    feed.run(start)
    return feed.feed
  }

  async history(prefix: string, options: HistoryOptions): Promise<HistoryPage> {
    checkHistory(prefix, options)
    this.#checkOpen()
    return this.#history.page(prefix, options)
  }

  async timeOf(revision: Revision): Promise<number | undefined> {
    checkRevision(revision, 'revision')
    this.#checkOpen()
    return this.#reader.timeOf(revision)
  }

  async compact(age: number, keep?: Revision): Promise<Revision> {
    checkCompaction(age, keep)
    this.#checkOpen()
    return this.#compactor.compact(age, keep)
  }

  health(): StoreHealth {
    return this.#closing === undefined
      ? this.#health.report()
      : { writable: false, reason: 'the store is closed' }
  }

  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    this.#health.stop()
    await this.#writer.finished()
    await this.#feedsReached(this.#writer.lastRevision)
    await this.election.close()
    for (const { feed } of this.#feeds) feed.close()
    this.#client.close()
  }

  /** Waits until the feeds have delivered everything up to a revision, with a timeout. */
  async #feedsReached(revision: Revision): Promise<void> {
    const isBehind = () => [...this.#feeds].some(({ feed }) => feed.position < revision)
    for (const end = performance.now() + FEED_PATIENCE_MS; isBehind() && performance.now() < end; ) {
      await pause(5)
    }
  }

  /** Revisions before a restore are those of another etcd. */
  #checkRevision(revision: Revision, what: string): void {
    checkRevision(revision, what)
    const { beginning } = this.#client
    if (revision < beginning) throw new RevisionUnavailable('compacted', revision, beginning)
  }

  #checkOpen(): void {
    if (this.#closing !== undefined) throw new StorageUnavailable('the store is closed')
  }
}
