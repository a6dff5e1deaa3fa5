import type { Logger } from '../observe/logger.js'
import type { MetricsRegistry } from '../observe/metrics.js'
import type { Storage } from '../storage/contract.js'

/** History is looked at so many times within its window, so it is kept at most a tenth longer than asked. */
const ROUNDS_PER_WINDOW = 10
const LONGEST_PAUSE = 60_000
const SHORTEST_PAUSE = 200

/** Forgets history that is older than the window, every now and then, in the background. */
export function startCompaction(
  storage: Storage,
  windowMs: number,
  { logger, metrics }: { logger: Logger; metrics: MetricsRegistry },
): { stop(): void } {
  let oldest = 0
  metrics.read(
    'binnacle_store_oldest_revision',
    'The oldest revision that can still be read.',
    'gauge',
    () => oldest,
  )
  const pause = Math.max(SHORTEST_PAUSE, Math.min(LONGEST_PAUSE, windowMs / ROUNDS_PER_WINDOW))
  let stopped = false
  let timer: NodeJS.Timeout

  const round = async () => {
    try {
      oldest = await storage.compact(windowMs)
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
      clearTimeout(timer)
    },
  }
}
