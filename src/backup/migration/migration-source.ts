import type { LoggedWrite } from '#backup/archive/log-format.js'
import type { StoredValue } from '#storage/contract.js'
import type { Identity } from '#transfer/identity.js'

/** A store at one revision. */
export interface SourceSnapshot {
  readonly revision: number
  /** When that revision was current, RFC 3339. */
  readonly time: string
  /** Sorted by key. Throws if they are not complete. Read it once, and then `close`. */
  records(): AsyncIterable<StoredValue>
  close(): Promise<void>
}

export interface SourceStatus {
  readonly revision: number
  /** Where the store has been moved to, and by which migration; undefined if it has not. */
  readonly moved: { readonly id: string; readonly to: string } | undefined
}

/** A store that a migration reads. Methods reject with `TransferError` if the source cannot do it. */
export interface MigrationSource {
  /** The name, for people. */
  readonly name: string
  status(signal: AbortSignal): Promise<SourceStatus>
  /** An urgent one is not slowed down: nobody can write meanwhile. */
  snapshot(signal: AbortSignal, isUrgent?: boolean): Promise<SourceSnapshot>
  /** The writes after a revision, until now or a while ago. */
  changes(after: number, signal: AbortSignal): AsyncIterable<LoggedWrite>
  /** Makes it read-only for some time. Resolves with a revision: all acknowledged writes are in the changes until then. */
  hold(id: string, seconds: number, signal: AbortSignal): Promise<number>
  /** Makes that time longer. Rejects if it has been writable since `hold`. */
  extend(id: string, seconds: number, signal: AbortSignal): Promise<void>
  /** Makes it read-only for good. Rejects if it has been writable since `hold`. */
  move(id: string, to: string, signal: AbortSignal): Promise<void>
  /** Makes it writable. Without an id, whoever made it read-only, and even for good. */
  release(id: string | undefined, signal: AbortSignal): Promise<void>
  identity(signal: AbortSignal): Promise<Identity>
}
