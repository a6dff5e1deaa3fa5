import type { Filter } from '../../http/filter.js'
import type { MetricsRegistry } from '../../observe/metrics.js'
import type { LimitsConfig } from './config.js'
import { RequestLimits } from './request-limits.js'
import { WatchLimit } from './watch-limit.js'

/** The limits that are configured. Where users are known they have their turns, whether or not anything is limited. */
export function limitFilters(
  config: LimitsConfig,
  knowsUsers: boolean,
  registry: MetricsRegistry,
): readonly Filter[] {
  const { maxRequestsInflight: reads, maxMutatingRequestsInflight: writes, maxWatchesPerUser } = config
  const filters: Filter[] = []
  if (knowsUsers || reads > 0 || writes > 0) {
    filters.push(new RequestLimits({ reads, writes, knowsUsers }, registry))
  }
  if (maxWatchesPerUser > 0) filters.push(new WatchLimit(maxWatchesPerUser, registry))
  return filters
}
