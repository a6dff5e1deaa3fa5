import { CUT_REASONS, type CutReason } from '#http/limits/slow-clients.js'
import type { Counter, MetricsRegistry } from '#observe/metrics.js'

/** Counts connections that were cut because their clients did not take what they had asked for. */
export function countCuts(registry: MetricsRegistry): (reason: CutReason) => void {
  const cuts = registry.counter(
    'binnacle_connections_cut_off_total',
    'Connections cut off because their client read nothing for too long (timeout), or because too many bytes waited for all clients (budget).',
    ['reason'],
  )
  const counters = new Map<CutReason, Counter>(CUT_REASONS.map((reason) => [reason, cuts.labels(reason)]))
  return (reason) => counters.get(reason)?.inc()
}
