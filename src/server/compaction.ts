import type { Leadership } from '#controllers/controller.js'
import type { Logger } from '#observe/logger.js'
import type { MetricsRegistry } from '#observe/metrics.js'
import type { Storage } from '#storage/contract.js'

export interface CompactionOptions {
  /** Of several servers one is enough. */
  readonly leadership: Leadership
  readonly logger: Logger
  readonly metrics: MetricsRegistry
}

/** How often history is looked at: within its window, and at least so often. */
interface Rhythm {
  readonly roundsPerWindow: number
  readonly longestPause: number
}

/** Little at a time, so that history is kept at most a tenth longer than asked. */
const OWN_STORE: Rhythm = { roundsPerWindow: 10, longestPause: 60_000 }
/** A compaction stops a whole cluster for a moment, so there are few of them. */
const SHARED_STORE: Rhythm = { roundsPerWindow: 3, longestPause: 5 * 60_000 }

const MIN_PAUSE = 200

/** Forgets history that is older than the window, every now and then, in the background. */
export function startCompaction(
  storage: Storage,
  windowMs: number,
  { leadership, logger, metrics }: CompactionOptions,
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
  let oldest = 0
  metrics.read('binnacle_store_oldest_revision', 'Oldest revision in the history.', 'gauge', () => oldest)
  const pause = Math.max(MIN_PAUSE, Math.min(longestPause, windowMs / roundsPerWindow))
  let stopped = false
  let timer: NodeJS.Timeout

  const round = async () => {
    try {
      if (leading) oldest = await storage.compact(windowMs)
    } catch (err) {
      if (!stopped) logger.warn({ err }, 'history could not be compacted; it will be tried again')
    }
    if (!stopped) schedule()
  }
  const schedule = () => {
    timer = setTimeout(round, pause)
    timer.unref()
  }
  schedule()
  return {
    stop: () => {
      stopped = true
      resign()
      clearTimeout(timer)
    },
  }
}
