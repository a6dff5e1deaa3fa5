/**
 * The storage contract: bytes under string keys, and one revision for the whole store.
 *
 * An engine knows nothing of kinds, JSON or HTTP. Everything above it relies on the rules written here, and
 * `storage.contract.ts` tests each rule on every engine. An embedded B-tree and an etcd cluster can both follow the
 * rules.
 *
 * Keys are non-empty strings of printable ASCII (space to `~`), ordered by their bytes. Values are opaque, and
 * neither side changes them after handing them over. Calls with invalid arguments reject with a `TypeError`.
 */

/** In characters. The longest group, plural, namespace and name together have 635. */
export const MAX_KEY_LENGTH = 1000

/** In bytes: several times the largest object that an API server accepts. */
export const MAX_VALUE_LENGTH = 8 * 1024 * 1024

declare const revisionBrand: unique symbol

/**
 * A position in the store's history: a positive integer that rises with every successful write and is never reused,
 * not even after a restart or a failed write. Gaps are allowed. A JavaScript number is exact up to 2^53, which is
 * 28,000 years at 10,000 writes a second.
 */
export type Revision = number & { readonly [revisionBrand]: true }

/** The revision of an empty store, as in etcd. The first write gets a higher one. */
export const INITIAL_REVISION = 1 as Revision

/** For durable engines: where the history of a new store begins. */
export interface StoreBeginning {
  /**
   * The revision of a new store, instead of `INITIAL_REVISION`. All older ones count as compacted. Ignored if the store
   * exists.
   */
  readonly startAt?: Revision | undefined
}

/** A value at some revision. `revision` is that of the write that stored it. */
export interface StoredValue {
  readonly key: string
  readonly value: Buffer
  readonly revision: Revision
}

/**
 * An engine may leave so many spare bytes after a large value in memory of its own, for its reader. A revision can
 * then be inserted in place, without a copy.
 */
export const SPARE_BYTES = 32

/**
 * One operation of a write.
 * - `create` requires that the key is absent.
 * - `replace` and `delete` require that the key exists and was last written at exactly `expected`.
 */
export type Operation =
  | { readonly type: 'create'; readonly key: string; readonly value: Buffer }
  | { readonly type: 'replace'; readonly key: string; readonly value: Buffer; readonly expected: Revision }
  | { readonly type: 'delete'; readonly key: string; readonly expected: Revision }

/** The outcome of a write that the store could decide. */
export type WriteOutcome =
  | { readonly outcome: 'written'; readonly revision: Revision }
  /** A `create` found the key, last written at `actual`. */
  | { readonly outcome: 'exists'; readonly key: string; readonly actual: Revision }
  /** A `replace` or `delete` found no such key. */
  | { readonly outcome: 'missing'; readonly key: string }
  /** A `replace` or `delete` found the key last written at `actual` instead. */
  | { readonly outcome: 'conflict'; readonly key: string; readonly actual: Revision }

export interface RangeOptions {
  /** Read the state at this revision. Default: the current one. */
  readonly at?: Revision | undefined
  /** Start after this key. It need not exist. */
  readonly after?: string | undefined
  /** The maximum number of values, at least 1. Default: all. */
  readonly limit?: number | undefined
}

export interface RangeResult {
  /** In key order. */
  readonly values: readonly StoredValue[]
  /** Whether `limit` cut off further keys. */
  readonly more: boolean
  /** The revision of the read: `at`, or the current one. */
  readonly revision: Revision
}

/** The change of one key by a write. A write of several keys makes several changes at one revision. */
export interface Change {
  readonly key: string
  readonly revision: Revision
  /** Undefined when the key was deleted. */
  readonly value: Buffer | undefined
  /**
   * The previous value, or undefined when the key was created. Read it during the call: an engine may load it from
   * its history only then.
   */
  readonly previous: StoredValue | undefined
}

/** A change in the history. */
export interface PastChange extends Change {
  /** When it was written, in milliseconds since the epoch. */
  readonly time: number
}

export interface HistoryOptions {
  /** Only changes after this revision. Default: all that are kept. */
  readonly after?: Revision | undefined
  /** Only changes up to this revision, itself included. Default: all. */
  readonly upTo?: Revision | undefined
  /** How many changes are wanted, at least 1. A page may have fewer; the changes of one write are never divided. */
  readonly limit: number
}

export interface HistoryPage {
  /** The newest first. */
  readonly changes: readonly PastChange[]
  /** Where the next page goes on: its `upTo`. Undefined when there is nothing more. */
  readonly next: Revision | undefined
}

/**
 * Receives changes in revision order, each exactly once. All changes of a revision come in one call, and a call may
 * contain several revisions. It must not throw and must not keep the array. During the replay of history it may
 * return a promise, and the next call waits for it; new changes never wait.
 */
export type ChangeListener = (changes: readonly Change[], upTo: Revision) => void | Promise<void>

export interface Feed {
  /** No call of the listener starts after this returns. */
  close(): void
  /**
   * Settles when the feed ends: resolves after `close` of the feed or the store, rejects with a `RevisionUnavailable`
   * when the feed fell behind compaction.
   */
  readonly ended: Promise<void>
}

export type StoreHealth =
  | { readonly writable: true }
  /** Reads still work; `reason` is one line for the user. The store recovers by itself. */
  | { readonly writable: false; readonly reason: string }

/** The requested revision is not available. */
export class RevisionUnavailable extends Error {
  override readonly name = 'RevisionUnavailable'
  /** `compacted`: its history is gone. `future`: the store has not reached it. */
  readonly reason: 'compacted' | 'future'
  readonly asked: Revision
  /** The oldest revision available for `compacted`, the current one for `future`. */
  readonly limit: Revision

  constructor(reason: 'compacted' | 'future', asked: Revision, limit: Revision) {
    super(
      reason === 'compacted'
        ? `revision ${asked} has been compacted, the oldest still kept is ${limit}`
        : `revision ${asked} is still to come, the store is at ${limit}`,
    )
    this.reason = reason
    this.asked = asked
    this.limit = limit
  }
}

/**
 * The store cannot do the work now (disk full, I/O error, no quorum, closed). A write that ends so has not happened
 * and will not: no reader will ever see any part of it.
 */
export class StorageUnavailable extends Error {
  override readonly name: string = 'StorageUnavailable'
}

/** An administrator has made the store read-only. Nothing was written. */
export class StoreReadOnly extends StorageUnavailable {
  override readonly name = 'StoreReadOnly'
  /** When a retry makes sense; undefined for never. */
  readonly retryAfterSeconds: number | undefined

  constructor(message: string, retryAfterSeconds: number | undefined) {
    super(message)
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/**
 * It is unknown whether the write happened, and it may still happen (a cluster did not answer in time, a connection
 * was lost). An embedded engine ends a write so only when it is closed while its store cannot be read.
 */
export class WriteUncertain extends Error {
  override readonly name = 'WriteUncertain'
}

/** The store accepts no write of this size. Nothing was written, and retrying will not help. */
export class WriteTooLarge extends Error {
  override readonly name = 'WriteTooLarge'
}

/**
 * The store cannot be opened, and retrying will not help: the folder is unusable, of an unknown format, or in use by
 * another process. The message is one line for the user.
 */
export class StorageUnusable extends Error {
  override readonly name = 'StorageUnusable'
}

/**
 * Stored data is damaged or missing. The message is one line for the user: the file, the key, and what to do. Damaged
 * data is never returned.
 */
export class StorageDamaged extends Error {
  override readonly name = 'StorageDamaged'
}

export interface Storage {
  /**
   * Whether no other process can write to the open store. Then every feed has received every acknowledged write.
   * Otherwise only `currentRevision` tells how far the store has come.
   */
  readonly isOnlyWriter: boolean

  /**
   * The revision of the last write that was acknowledged or that a reader may have seen. `INITIAL_REVISION` on a new
   * store. Linearizable: includes every write acknowledged before the call by any process on the store.
   */
  currentRevision(): Promise<Revision>

  /**
   * The value of a key, undefined when it is absent (at that revision). Rejects with `RevisionUnavailable` when `at`
   * is compacted or in the future.
   */
  get(key: string, at?: Revision): Promise<StoredValue | undefined>

  /**
   * The values of keys with the prefix (empty: all keys) at one revision. Rejects with `RevisionUnavailable` when
   * `at` is compacted or in the future. Pages with the same `at`, each `after` the last key of the page before, form
   * one consistent snapshot. A store that other programs write to may return any value, and keys that break the rules
   * for keys; so may feeds. Such a key may be used as `after` only.
   */
  range(prefix: string, options?: RangeOptions): Promise<RangeResult>

  /**
   * Applies all operations at one new revision, or none. At least one operation, and each key at most once; otherwise
   * rejects with a `TypeError`. Operations are checked in order; the first failed precondition decides the outcome.
   * No decision depends on a write that later fails. Resolves with `written` only when the write is on disk
   * (embedded) or committed by a quorum (etcd). Rejects with `StorageUnavailable` when the store cannot write, with
   * `WriteTooLarge` when it never accepts such a size; nothing was written then. Rejects with `WriteUncertain` when
   * that is unknown.
   */
  write(operations: readonly Operation[]): Promise<WriteOutcome>

  /**
   * Calls the listener with every change after the given revision: first from history, then as they happen, without
   * gaps or overlaps. Delivers only durable changes. The first call may come before the promise resolves. An engine
   * that is the only writer delivers a change before its write resolves, once it has replayed the history. With a
   * `prefix` only changes of matching keys are delivered; `upTo` advances anyway. With `previous: 'omitted'` the
   * listener does not read previous values, and an engine may skip loading them. Store errors do not end a feed: it
   * continues as soon as possible. Rejects with `RevisionUnavailable` when changes after `after` (under the prefix,
   * where the engine knows) are compacted, or when `after` is in the future.
   */
  follow(
    after: Revision,
    listener: ChangeListener,
    prefix?: string,
    previous?: 'included' | 'omitted',
  ): Promise<Feed>

  /**
   * The kept changes of keys with the prefix (empty: all keys), the newest first. Compacted ones are left out. One call
   * does a limited amount of work, so a page may even be empty while `next` says that there is more.
   */
  history(prefix: string, options: HistoryOptions): Promise<HistoryPage>

  /**
   * Whether the current value of a key is stored in another form than a write would give it today, as after a change of
   * the encryption. A write of the same value renews it. Left out by stores that keep values as they are given.
   */
  readonly isStale?: ((key: string) => Promise<boolean>) | undefined

  /**
   * When the last write up to a revision was made, in milliseconds since 1970; undefined when the history does not say.
   * Times may go back where a clock was set back.
   */
  timeOf(revision: Revision): Promise<number | undefined>

  /**
   * Removes history older than `age` milliseconds and resolves with the oldest revision still available: reads at it
   * and feeds after it work, older ones reject with `compacted`. The current state is never removed. With `keep`, reads
   * at that revision and feeds after it go on working, however old it is. Works in small steps, so that reads and
   * writes continue meanwhile.
   */
  compact(age: number, keep?: Revision): Promise<Revision>

  health(): StoreHealth

  /** Waits for pending writes, ends feeds and releases the store. Later calls reject with `StorageUnavailable`. */
  close(): Promise<void>
}
