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
  INITIAL_REVISION,
  type Operation,
  type RangeOptions,
  type RangeResult,
  type Revision,
  type Storage,
  StorageDamaged,
  StorageUnavailable,
  StorageUnusable,
  type StoreBeginning,
  type StoredValue,
  type StoreHealth,
  type WriteOutcome,
} from '#storage/contract.js'
import { type Clock, systemClock } from '#util/clock.js'
import { ChangeFeeds } from './change-feeds.js'
import { CommitThread } from './commit/commit-thread-handle.js'
import { THREAD_ENTRY } from './commit/thread-entry.js'
import { Transactor, type TransactorOptions } from './commit/transactor.js'
import { type CommittedWrite, Committer, type CommitterOptions } from './committer.js'
import { Compactor } from './compactor.js'
import { type DataFolderOptions, NO_FORMAT, prepareDataFolder } from './data-folder.js'
import { Disk } from './disk.js'
import { readHistory } from './history.js'
import type { StoreContents } from './inspection/store-contents.js'
import { readBeforeOpening, readOpened } from './opening.js'
import { Reader } from './reader.js'
import type { StoreState } from './state.js'
import { prepareUpgrade, type Upgrade, upgrade } from './upgrade/upgrade.js'

export interface EmbeddedStorageOptions
  extends DataFolderOptions,
    StoreBeginning,
    Pick<CommitterOptions, 'onCommit' | 'onCommitFailed'> {
  /** The data folder. */
  readonly directory: string
  readonly clock?: Clock | undefined
  /** The version of the program, for the messages of older ones. */
  readonly version?: string | undefined
  /** Called before a store of an older format is upgraded, when it is backed up. */
  readonly onUpgrade?: ((upgrade: Upgrade) => void) | undefined
  /** The limits of pending writes; further ones are rejected. */
  readonly queueLimits?: CommitterOptions['queueLimits'] | undefined
}

/** Overrides for fault tests. */
export interface EmbeddedStorageInternals extends Pick<TransactorOptions, 'threadEntry' | 'probeInterval'> {}

export interface EmbeddedStorage extends Storage {
  /** The number of writes that wait for the disk, for a metric. */
  readonly pendingWrites: number
}

const INTERNALS: EmbeddedStorageInternals = {
  threadEntry: THREAD_ENTRY,
  probeInterval: 1000,
}

const QUEUE_LIMITS = { writes: 10_000, bytes: 64 * 1024 * 1024 }

/**
 * A store in a local folder, for one process. An acknowledged write survives a crash and a power loss. Rejects with
 * `StorageUnusable` when the folder cannot be used, with `StorageDamaged` when its data is damaged.
 */
export async function openEmbeddedStorage(
  options: EmbeddedStorageOptions,
  internals: EmbeddedStorageInternals = INTERNALS,
  // Starts on another core while this one checks the folder and the data file.
  thread = new CommitThread(internals.threadEntry),
): Promise<EmbeddedStorage> {
  let disk: Disk | undefined
  let transactor: Transactor | undefined
  let { directory } = options
  try {
    const folder = await prepareDataFolder(directory, options)
    directory = folder.path
    const before = await readBeforeOpening(folder)
    disk = new Disk(directory)
    const { contents } = await readOpened(folder, before)
    const upgraded = await prepareUpgrade(folder)
    if (upgraded !== undefined) options.onUpgrade?.(upgraded)
    const onThreadLost = (reason: string) => storage.threadLost(reason)
    transactor = await Transactor.start({ ...internals, directory, onThreadLost }, disk, thread)
    if (folder.format === NO_FORMAT && options.startAt !== undefined) contents.beginAt(options.startAt)
    disk.checksumsFrom = await upgrade(folder, contents, transactor, options.version)
    const storage = new LmdbStorage(options, stateOf(contents), disk, transactor)
    return storage
  } catch (error) {
    await (transactor ?? thread).stop()
    disk?.close()
    if (error instanceof StorageUnusable || error instanceof StorageDamaged) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new StorageUnusable(`the data folder ${directory} cannot be opened: ${reason}`, { cause: error })
  }
}

function stateOf({ heads, lastRevision, compacted, watermarks }: StoreContents): StoreState {
  return { heads, current: lastRevision, oldest: compacted ?? INITIAL_REVISION, watermarks }
}

class LmdbStorage implements EmbeddedStorage {
  readonly isOnlyWriter = true
  readonly #state: StoreState
  readonly #disk: Disk
  readonly #transactor: Transactor
  readonly #committer: Committer
  readonly #reader: Reader
  readonly #feeds: ChangeFeeds
  readonly #compactor: Compactor
  #closing: Promise<void> | undefined

  constructor(options: EmbeddedStorageOptions, state: StoreState, disk: Disk, transactor: Transactor) {
    const { clock = systemClock, queueLimits = QUEUE_LIMITS, onCommit, onCommitFailed } = options
    this.#state = state
    this.#disk = disk
    this.#transactor = transactor
    const apply = (writes: readonly CommittedWrite[]) => this.#apply(writes)
    this.#committer = new Committer(
      { clock, queueLimits, apply, onCommit, onCommitFailed },
      state,
      disk,
      transactor,
    )
    this.#reader = new Reader(state, disk)
    this.#feeds = new ChangeFeeds(state, disk)
    // Steps are idempotent, so one may be reported as failed when that is not certain.
    this.#compactor = new Compactor(state, disk, this.#reader, clock, (step) =>
      transactor.run(step, () => false),
    )
  }

  get pendingWrites(): number {
    return this.#committer.pendingWrites
  }

  async currentRevision(): Promise<Revision> {
    this.#checkOpen()
    return this.#state.current
  }

  async get(key: string, at?: Revision): Promise<StoredValue | undefined> {
    checkKey(key)
    this.#checkOpen()
    return this.#reader.get(key, at)
  }

  async range(prefix: string, options: RangeOptions = {}): Promise<RangeResult> {
    checkRange(prefix, options)
    this.#checkOpen()
    return this.#reader.range(prefix, options)
  }

  async write(operations: readonly Operation[]): Promise<WriteOutcome> {
    checkOperations(operations)
    this.#checkOpen()
    return this.#committer.write(operations)
  }

  async follow(after: Revision, listener: ChangeListener, prefix = ''): Promise<Feed> {
    this.#checkOpen()
    return this.#feeds.follow(after, listener, prefix)
  }

  async history(prefix: string, options: HistoryOptions): Promise<HistoryPage> {
    checkHistory(prefix, options)
    this.#checkOpen()
    return readHistory(this.#state, this.#disk, prefix, options)
  }

  async timeOf(revision: Revision): Promise<number | undefined> {
    checkRevision(revision, 'revision')
    this.#checkOpen()
    return this.#disk.lastLogEntry(revision)?.time
  }

  async compact(age: number, keep?: Revision): Promise<Revision> {
    checkCompaction(age, keep)
    this.#checkOpen()
    return this.#compactor.compact(age, keep)
  }

  health(): StoreHealth {
    return this.#closing === undefined
      ? this.#transactor.health()
      : { writable: false, reason: 'the store is closed' }
  }

  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  threadLost(reason: string): void {
    this.#committer.rejectWaiting(reason)
  }

  async #close(): Promise<void> {
    this.#transactor.giveUpWhenLost()
    await this.#committer.finish()
    await this.#transactor.stop()
    this.#feeds.closeAll()
    this.#disk.close()
  }

  #apply(writes: readonly CommittedWrite[]): void {
    const { heads } = this.#state
    const changes = this.#feeds.changesOf(writes)
    for (const { operations, revision } of writes) {
      for (const { type, key } of operations) {
        if (type === 'delete') heads.delete(key)
        else heads.set(key, revision)
      }
      this.#state.current = revision
    }
    if (changes !== undefined) this.#feeds.deliver(changes, this.#state.current)
  }

  #checkOpen(): void {
    if (this.#closing !== undefined) throw new StorageUnavailable('the store is closed')
  }
}
