import { CompactionWatermarks } from '#storage/compaction-watermarks.js'
import { type Change, INITIAL_REVISION, type Revision } from '#storage/contract.js'
import type { Clock } from '#util/clock.js'
import { SortedMap } from '#util/sorted-map.js'
import type { KeyVersion } from './key-version.js'
import { MemoryStorage } from './storage.js'

/** The value of a key from a revision on; undefined when the key was deleted. */
export interface LoadedChange {
  readonly key: string
  readonly revision: Revision
  readonly value: Buffer | undefined
}

export interface LoadedHistory {
  /** In the order of their revisions. */
  readonly changes: readonly LoadedChange[]
  /** The oldest revision that can be read: all earlier changes are compacted. */
  readonly start: Revision
  /** The revision since which all changes of a collection are known. */
  readonly watermarks: ReadonlyMap<string, Revision>
  readonly current: Revision
}

/** A store in memory with a history that was recorded elsewhere. Its age counts from now. */
export function loadMemoryStorage(
  { changes, start, watermarks, current }: LoadedHistory,
  clock: Clock,
): MemoryStorage {
  const versions = new SortedMap<KeyVersion>()
  const log: { revision: Revision; time: number; changes: Change[] }[] = []
  const time = clock.now()
  for (const { key, revision, value } of changes) {
    const older = versions.get(key)
    const stored = value === undefined ? undefined : { key, value, revision }
    versions.set(key, { revision, stored, older })
    const change: Change = { key, revision, value, previous: older?.stored }
    const last = log.at(-1)
    if (last?.revision === revision) last.changes.push(change)
    else log.push({ revision, time, changes: [change] })
  }
  const oldest = Math.max(start, INITIAL_REVISION) as Revision
  return new MemoryStorage(clock, {
    versions,
    watermarks: new CompactionWatermarks(watermarks),
    log,
    current: Math.max(current, oldest) as Revision,
    oldest,
  })
}
