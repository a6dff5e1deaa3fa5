import { PriorityAndFairness } from '#access/flowcontrol/priority-and-fairness.js'
import type { RequestContext } from '#http/request/request-context.js'
import type { MetricsRegistry } from '#observe/metrics.js'
import type { ChangeFeed } from '#registry/change-feed.js'
import type { LimitsConfig } from './config.js'
import { MaxInFlight } from './max-in-flight.js'
import { WatchLimit } from './watch-limit.js'

/** The filter that limits requests in flight. */
interface RequestLimit {
  before(context: RequestContext): void | Promise<void>
  after(context: RequestContext): void
}

/** The configured limits. */
export interface OpenLimits {
  readonly requests: RequestLimit | undefined
  /** Undefined if it is disabled, and without users. */
  readonly fairness: PriorityAndFairness | undefined
  readonly watches: WatchLimit | undefined
}

/** With users, requests are scheduled fairly even without limits. */
export function openLimits(
  config: LimitsConfig,
  knowsUsers: boolean,
  feed: ChangeFeed,
  registry: MetricsRegistry,
): OpenLimits {
  const { maxRequestsInflight: reads, maxMutatingRequestsInflight: writes, maxWatchesPerUser } = config
  const total = reads + writes
  const fairness =
    knowsUsers && config.enablePriorityAndFairness
      ? new PriorityAndFairness(total, feed, registry)
      : undefined
  return {
    requests: fairness ?? (total > 0 ? new MaxInFlight(reads, writes, registry) : undefined),
    fairness,
    watches: maxWatchesPerUser > 0 ? new WatchLimit(maxWatchesPerUser, registry) : undefined,
  }
}
