import type { LeveledLogger } from '#observe/logger.js'
import type { MetricsRegistry } from '#observe/metrics.js'
import type { ProgramConfig, ServerConfig } from '#server/config.js'
import type { CloseStack } from '#util/async/close-stack.js'
import type { TimerClock } from '#util/clock.js'
import type { Random } from '#util/random.js'

/** What every step of a start may use. */
export interface StartContext {
  readonly config: ServerConfig & ProgramConfig
  readonly logger: LeveledLogger
  readonly clock: TimerClock
  readonly random: Random
  readonly metrics: MetricsRegistry
  /** Steps push how to close what they open. It is closed in the reverse order. */
  readonly opened: CloseStack
}
