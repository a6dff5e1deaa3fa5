import type { HeldRevisions } from '#backup/held-revisions.js'
import type { ObjectCache } from '#cache/object-cache.js'
import type { Leadership } from '#controllers/controller.js'
import type { Logger } from '#observe/logger.js'
import type { MetricsRegistry } from '#observe/metrics.js'
import type { Revision, Storage } from '#storage/contract.js'
import { MAY_BE_LATE, type TimerClock } from '#util/clock.js'

export interface CompactionOptions {
  /** Only the leader compacts. */
  readonly leadership: Leadership
  readonly logger: Logger
  readonly metrics: MetricsRegistry
  readonly clock: TimerClock
  readonly cache: ObjectCache
  /** Revisions that are being read. */
  readonly held: HeldRevisions
}

/** How often history is compacted. */
interface Rhythm {
  readonly roundsPerWindow: number
  readonly longestPause: number
}

/** Small steps: history is kept at most a tenth longer than configured. */
const OWN_STORE: Rhythm = { roundsPerWindow: 10, longestPause: 60_000 }
/** A compaction pauses the whole cluster, so there are few. */
const SHARED_STORE: Rhythm = { roundsPerWindow: 3, longestPause: 5 * 60_000 }

const MIN_PAUSE = 200

/** Compacts history older than the window, periodically and in the background. */
export function startCompaction(
  storage: Storage,
  windowMs: number,
  { leadership, logger, metrics, clock, cache, held }: CompactionOptions,
): { stop(): void } {
  const { roundsPerWindow, longestPause } = storage.isOnlyWriter ? OWN_STORE : SHARED_STORE
  let leading = false
  const resign = leadership.whenLeading(
    () => {
      leading = true
    },
    () => {
      leading = false
    },
  )
  let oldest = 0 as Revision
  metrics.read('binnacle_store_oldest_revision', 'Oldest revision in the history.', 'gauge', () => oldest)
  const pause = Math.max(MIN_PAUSE, Math.min(longestPause, windowMs / roundsPerWindow))
  let stopped = false
  let cancel = () => {}

  const round = async () => {
    try {
      if (leading) {
        oldest = await storage.compact(windowMs, held.oldest)
        cache.compact(oldest)
      }
    } catch (err) {
      if (!stopped) logger.warn({ err }, 'compaction failed and will be retried')
    }
    if (!stopped) schedule()
  }
  const schedule = () => {
    cancel = clock.at(clock.now() + pause, round, MAY_BE_LATE)
  }
  schedule()
  return {
    stop: () => {
      stopped = true
      resign()
      cancel()
    },
  }
}
