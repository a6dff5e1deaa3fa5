import type { StreamObserver } from '#http/response/watch-stream.js'
import { ApiError, internalError } from '#meta/api-error.js'
import type { Logger } from '#observe/logger.js'
import type { Counter, MetricsRegistry } from '#observe/metrics.js'
import { CUT_REASONS, type CutReason } from './slow-clients.js'

/** Metrics of watch streams. */
export function observeStreams(registry: MetricsRegistry, logger: Logger): StreamObserver {
  const watchers = registry.gauge('binnacle_watchers', 'Open watches.').labels()
  const events = registry.counter('binnacle_watch_events_total', 'Events sent to watches.').labels()
  const cutOff = registry
    .counter('binnacle_watchers_cut_off_total', 'Watches cut off because their client was too slow.')
    .labels()
  const highWater = registry
    .gauge(
      'binnacle_watch_queue_high_water_bytes',
      'Most bytes that ever waited for the client of one watch.',
    )
    .labels()
  return {
    opened: () => watchers.inc(),
    closed: () => watchers.dec(),
    sent: (count) => events.inc(count),
    queued: (bytes) => {
      if (bytes > highWater.value) highWater.set(bytes)
    },
    cutOff: () => cutOff.inc(),
    explain: (error) => {
      if (error instanceof ApiError) return error
      logger.error({ err: error }, 'a watch failed')
      return internalError()
    },
  }
}

/** Counts disconnected slow clients. */
export function countCuts(registry: MetricsRegistry): (reason: CutReason) => void {
  const cuts = registry.counter(
    'binnacle_connections_cut_off_total',
    'Connections cut off because their client read nothing for too long (timeout), or because too many bytes waited for all clients (budget).',
    ['reason'],
  )
  const counters = new Map<CutReason, Counter>(CUT_REASONS.map((reason) => [reason, cuts.labels(reason)]))
  return (reason) => counters.get(reason)?.inc()
}
