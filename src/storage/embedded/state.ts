import type { CompactionWatermarks } from '#storage/compaction-watermarks.js'
import type { Revision } from '#storage/contract.js'
import type { SortedMap } from '#util/sorted-map.js'

/** What the main thread knows of the store without reading from disk. It changes only by writes that are on disk. */
export interface StoreState {
  /** The keys that are there now, with the revision of the last write to each. */
  readonly heads: SortedMap<Revision>
  /** The revision of the last write. */
  current: Revision
  /** The oldest revision that can be read. */
  oldest: Revision
  readonly watermarks: CompactionWatermarks
}
