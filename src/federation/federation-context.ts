import type { ControllerContext } from '#controllers/controller.js'
import type { MetricsRegistry } from '#observe/metrics.js'
import type { TimerClock } from '#util/clock.js'
import type { FederationConfig } from './config.js'

/** What the controllers of a federation work with. */
export interface FederationContext extends ControllerContext {
  readonly clock: TimerClock
  readonly config: FederationConfig
  readonly metrics: MetricsRegistry
}
