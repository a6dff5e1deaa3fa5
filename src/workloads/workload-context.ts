import type { ControllerContext } from '#controllers/controller.js'
import type { TimerClock } from '#util/clock.js'

/** What the controllers of workloads work with. */
export interface WorkloadContext extends ControllerContext {
  readonly clock: TimerClock
  /** The certificate by which clients know the server, in PEM; empty where there is none of its own. */
  readonly rootCa: () => string
}
