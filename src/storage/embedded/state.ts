import type { CompactionWatermarks } from '#storage/compaction-watermarks.js'
import type { Revision } from '#storage/contract.js'
import type { SortedMap } from '#util/sorted-map.js'

/** The main thread's in-memory state of the store. Only committed writes change it. */
export interface StoreState {
  /** The existing keys with the revision of their last write. */
  readonly heads: SortedMap<Revision>
  /** The revision of the last write. */
  current: Revision
  /** The oldest revision available. */
  oldest: Revision
  readonly watermarks: CompactionWatermarks
}
