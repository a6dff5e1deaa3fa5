/**
 * The storage contract: bytes under string keys, and one revision for the whole store.
 *
 * An engine knows nothing of kinds, JSON or HTTP. Everything above it relies on the rules written here, and
 * `storage.contract.ts` puts each rule to every engine. The rules are ones that an embedded B-tree and an etcd
 * cluster can both keep.
 *
 * Keys are non-empty strings of printable ASCII (space to `~`), ordered by their bytes. Values are opaque and
 * are never changed once they were handed over, in either direction. Calls with arguments that break the rules of
 * their types reject with a `TypeError`.
 */

/** The longest key, in characters. Group, plural, namespace and name at their longest come to 635. */
export const MAX_KEY_LENGTH = 1000

/** The largest value, in bytes: several times what an API server accepts as one object. */
export const MAX_VALUE_LENGTH = 8 * 1024 * 1024

declare const revisionBrand: unique symbol

/**
 * A position in the store's history: a positive integer that rises with every successful write and is never
 * handed out twice, also not after a restart or a failed write. Gaps are allowed. A JavaScript number holds
 * it exactly up to 2^53, which is 28,000 years at 10,000 writes a second.
 */
export type Revision = number & { readonly [revisionBrand]: true }

/** The revision of a store that was never written to, as in etcd. The first write gets a higher one. */
export const INITIAL_REVISION = 1 as Revision

/** A value as of some revision. `revision` is that of the write that put this value there. */
export interface StoredValue {
  readonly key: string
  readonly value: Buffer
  readonly revision: Revision
}

/**
 * An engine may leave so many bytes of room behind a large value in memory of its own, which belongs to the reader of the
 * value. A revision can then be put into the value in place: the memory of a copy would not come back to the system.
 */
export const SPARE_BYTES = 32

/**
 * One step of a write.
 * - `create` wants the key to be absent.
 * - `replace` and `delete` want the key to be there, last written at exactly `expected`.
 */
export type Operation =
  | { readonly type: 'create'; readonly key: string; readonly value: Buffer }
  | { readonly type: 'replace'; readonly key: string; readonly value: Buffer; readonly expected: Revision }
  | { readonly type: 'delete'; readonly key: string; readonly expected: Revision }

/** What became of a write whose store was in working order. */
export type WriteOutcome =
  | { readonly outcome: 'written'; readonly revision: Revision }
  /** A `create` found the key there, written at `actual`. */
  | { readonly outcome: 'exists'; readonly key: string; readonly actual: Revision }
  /** A `replace` or `delete` found no such key. */
  | { readonly outcome: 'missing'; readonly key: string }
  /** A `replace` or `delete` found the key written at `actual` instead of the expected revision. */
  | { readonly outcome: 'conflict'; readonly key: string; readonly actual: Revision }

export interface RangeOptions {
  /** Read the state as of this revision; the current one when left out. */
  readonly at?: Revision | undefined
  /** Leave out keys up to and including this one. It need not exist. */
  readonly after?: string | undefined
  /** At most so many values, at least 1. All of them when left out. */
  readonly limit?: number | undefined
}

export interface RangeResult {
  /** In key order. */
  readonly values: readonly StoredValue[]
  /** Whether keys remain behind the last one because of `limit`. */
  readonly more: boolean
  /** The revision that was read at: `at`, or the current one at the moment of reading. */
  readonly revision: Revision
}

/** One key's part in a write. A write over several keys gives several changes of one revision. */
export interface Change {
  readonly key: string
  readonly revision: Revision
  /** The new value, or undefined when the key was deleted. */
  readonly value: Buffer | undefined
  /**
   * What was there just before, or undefined when the key was created. To be looked at during the call: an engine
   * may read it from its history only then.
   */
  readonly previous: StoredValue | undefined
}

/**
 * Receives changes in revision order, each exactly once. All changes of a revision come in one call, and a
 * call may carry several revisions. It must not throw and must not keep the array. During the replay of the
 * history it may return a promise, and the next call waits for that; new changes never wait.
 */
export type ChangeListener = (changes: readonly Change[], upTo: Revision) => void | Promise<void>

export interface Feed {
  /** No call of the listener begins after this returns. */
  close(): void
  /**
   * Settles when the feed is over: resolves after `close` of the feed or the store, rejects with a
   * `RevisionUnavailable` when the feed fell behind compaction.
   */
  readonly ended: Promise<void>
}

export type StoreHealth =
  | { readonly writable: true }
  /** Reads go on; `reason` is one line for a person. The store tries by itself to become writable again. */
  | { readonly writable: false; readonly reason: string }

/** A revision was asked for that cannot be served. */
export class RevisionUnavailable extends Error {
  override readonly name = 'RevisionUnavailable'
  /** `compacted`: its history is gone. `future`: the store has not come that far. */
  readonly reason: 'compacted' | 'future'
  readonly asked: Revision
  /** The oldest revision still served for `compacted`, the current one for `future`. */
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
 * The store could not do its work now (disk full, I/O error, no quorum, closed). A write that ends in it has
 * not happened and will not: no reader will ever see any part of it.
 */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable'
}

/**
 * Whether the write has happened is unknown, and it may still happen (a cluster that did not answer in time, a
 * connection lost at the wrong moment). An engine that keeps its store in one process ends a write so only when it is
 * closed while its store cannot be read any more.
 */
export class WriteUncertain extends Error {
  override readonly name = 'WriteUncertain'
}

/** The store accepts no write of this size. Nothing has happened, and trying again will not help. */
export class WriteTooLarge extends Error {
  override readonly name = 'WriteTooLarge'
}

/**
 * The store cannot be opened, and trying again will not help: the folder is unusable, of an unknown format,
 * or held by another process. The message is one line for a person.
 */
export class StorageUnusable extends Error {
  override readonly name = 'StorageUnusable'
}

/**
 * What is stored is no longer what was written, or a part of it is missing. The message is one line for a person: which
 * file, which key, and what can be done. Nothing that is damaged is ever given out instead.
 */
export class StorageDamaged extends Error {
  override readonly name = 'StorageDamaged'
}

export interface Storage {
  /**
   * Whether no other process can write to the store while it is open. Then every feed has received every
   * acknowledged write. Otherwise only `currentRevision` says how far the store has come.
   */
  readonly isOnlyWriter: boolean

  /**
   * The revision of the last write that was acknowledged or may have been seen by a reader. `INITIAL_REVISION`
   * on a new store. Linearizable: it includes every write that was acknowledged before the call, by any
   * process that shares the store.
   */
  currentRevision(): Promise<Revision>

  /**
   * The value of a key, undefined when it is absent (at that revision).
   * Rejects with `RevisionUnavailable` when `at` is compacted or still to come.
   */
  get(key: string, at?: Revision): Promise<StoredValue | undefined>

  /**
   * The values under keys that begin with `prefix` (the empty prefix is every key), as of one revision.
   * Rejects with `RevisionUnavailable` when `at` is compacted or still to come. Pages read with the same `at`
   * and `after` the last key of the page before are together one consistent snapshot, whatever is written in
   * between. Of a store that other programs write to, too, any value may come, under a key that breaks the rules for
   * keys: the same holds for feeds. Such a key may be `after`, and nothing else.
   */
  range(prefix: string, options?: RangeOptions): Promise<RangeResult>

  /**
   * Does all operations at one new revision, or none of them. At least one operation, and each key at most
   * once (anything else rejects with a `TypeError`). Operations are checked in order; the first that does not find
   * what it wants decides the outcome. A decision never rests on a write that later fails.
   * Resolves with `written` only when the write is on disk (embedded), or agreed by a quorum (etcd).
   * Rejects with `StorageUnavailable` when the store cannot write, with `WriteTooLarge` when it never will write so
   * much; then nothing has happened. Rejects with `WriteUncertain` when that is unknown.
   */
  write(operations: readonly Operation[]): Promise<WriteOutcome>

  /**
   * Calls the listener with every change after the given revision, first those of the past, then new ones as
   * they happen, without a gap or an overlap. Only durable changes are delivered. The first call may come before the
   * promise resolves.
   * An engine that is the only writer of its store delivers a change before the write that made it resolves, once
   * it has replayed the history.
   * With a `prefix` only changes of keys that begin with it are delivered; `upTo` moves on all the same.
   * With `previous` as `omitted` the listener does not look at what was there before, and an engine for which that is
   * dear need not find it out.
   * Trouble with the store does not end a feed: it goes on from where it was as soon as that is possible.
   * Rejects with `RevisionUnavailable` when changes after `after` (under the prefix, where the engine knows)
   * have been compacted, or when `after` is still to come.
   */
  follow(
    after: Revision,
    listener: ChangeListener,
    prefix?: string,
    previous?: 'included' | 'omitted',
  ): Promise<Feed>

  /**
   * Forgets the history of more than `age` milliseconds ago and resolves with the oldest revision that is
   * still served: reads at it and feeds after it work, older ones give `compacted`. The current state is
   * never touched, however old. Works in small steps, so that reads and writes go on meanwhile.
   */
  compact(age: number): Promise<Revision>

  health(): StoreHealth

  /** Waits for writes under way, ends feeds, frees the store. Later calls reject with `StorageUnavailable`. */
  close(): Promise<void>
}
