import type { Logger } from '#observe/logger.js'
import type { CloseStack } from '#util/async/close-stack.js'
import type { TimerClock } from '#util/clock.js'

interface ShutdownOptions {
  readonly opened: CloseStack
  /** How long requests are served after the server has become unready. */
  readonly delayMs: number
  readonly logger: Logger
  readonly clock: TimerClock
}

/**
 * Stops a server: first it is not ready, so that load balancers send new connections elsewhere. Clients with open
 * connections are asked to leave. After the delay everything closes.
 */
export class Shutdown {
  readonly #options: ShutdownOptions
  /** Asks clients to open new connections, which then go elsewhere. */
  drain: () => void = () => undefined
  #stopping: Promise<void> | undefined

  constructor(options: ShutdownOptions) {
    this.#options = options
    void options.opened.closed.then(() => {
      if (this.isUnderWay) options.logger.info({}, 'stopped')
    })
  }

  /** The check of readiness. */
  readonly failure = (): string | undefined => (this.isUnderWay ? 'process is shutting down' : undefined)

  get isUnderWay(): boolean {
    return this.#stopping !== undefined
  }

  /** Further calls return the same promise. */
  close(reason = 'close() was called'): Promise<void> {
    this.#stopping ??= this.#stop(reason)
    return this.#stopping
  }

  async #stop(reason: string): Promise<void> {
    const { opened, delayMs, logger, clock } = this.#options
    logger.info({ reason, ...(delayMs > 0 && { delayMs }) }, 'stopping')
    if (delayMs > 0) {
      this.drain()
      await new Promise<void>((resolve) => clock.at(clock.now() + delayMs, resolve))
    }
    await opened.close()
  }
}
