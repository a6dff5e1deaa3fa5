import type { MetricsRegistry } from '#observe/metrics.js'
import type { LimitsConfig } from './config.js'
import { RequestLimits } from './request-limits.js'
import { WatchLimit } from './watch-limit.js'

/** The configured limits. */
export interface OpenLimits {
  readonly requests: RequestLimits | undefined
  readonly watches: WatchLimit | undefined
}

/** With users, requests are scheduled fairly even without limits. */
export function openLimits(config: LimitsConfig, knowsUsers: boolean, registry: MetricsRegistry): OpenLimits {
  const { maxRequestsInflight: reads, maxMutatingRequestsInflight: writes, maxWatchesPerUser } = config
  const isLimited = knowsUsers || reads > 0 || writes > 0
  return {
    requests: isLimited ? new RequestLimits({ reads, writes, knowsUsers }, registry) : undefined,
    watches: maxWatchesPerUser > 0 ? new WatchLimit(maxWatchesPerUser, registry) : undefined,
  }
}
