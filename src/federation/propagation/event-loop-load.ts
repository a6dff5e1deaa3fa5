import { type EventLoopUtilization, performance } from 'node:perf_hooks'

/** The part of the time that a server is at work which has none to spare. */
const BUSY = 0.9

/** Whether this server has had time to spare lately. Members that are slow do not make it busy: it waits for them. */
export class EventLoopLoad {
  #last: EventLoopUtilization = performance.eventLoopUtilization()

  /** Whether there was no time to spare since this was last asked. */
  takeIsBusy(): boolean {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, this.#last)
    this.#last = now
    return utilization > BUSY
  }
}
