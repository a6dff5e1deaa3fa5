import type { Logger } from '#observe/logger.js'
import type { MetricsRegistry } from '#observe/metrics.js'
import type { ChangeFeed } from '#registry/change-feed.js'
import type { KindRegistry } from '#registry/kind-registry.js'
import type { ResourceStore } from '#registry/store.js'
import type { ResourceStores } from '#registry/stores.js'
import type { TimerClock } from '#util/clock.js'
import type { Random } from '#util/random.js'
import { type QueueStats, registerQueueMetrics } from './queue-stats.js'

/**
 * Leader election between servers on one store. Controllers act only on the leader: several could do no harm,
 * since every action is conditional, but would repeat the work.
 */
export interface Leadership {
  /**
   * Whether this server leads right now. A process that was suspended sees false here before `stop` is called.
   * Unconditional writes check this first.
   */
  readonly isLeading: boolean
  /**
   * Calls `start` when this server becomes the leader, possibly at once, and `stop` when it no longer is, each
   * time that happens. After `stop`, nothing new may start. Returns a function that unsubscribes.
   */
  whenLeading(start: () => void, stop: () => void): () => void
}

/** For stores that only one server can open. */
export const alwaysLeading: Leadership = {
  isLeading: true,
  whenLeading: (start) => {
    start()
    return () => undefined
  },
}

export interface ControllerContext {
  readonly kinds: KindRegistry
  readonly stores: ResourceStores
  readonly feed: ChangeFeed
  readonly leadership: Leadership
  readonly logger: Logger
  readonly clock: TimerClock
  readonly random: Random
}

/**
 * Reconciles objects that depend on other objects. A controller follows kinds through the change feed, writes
 * through their stores while its server leads, and can be closed at any time: all its state is in the objects.
 */
export interface Controller {
  /** The name in metrics and logs. */
  readonly name: string
  /** Starts to follow, and to act when the server leads. */
  start(): void
  /** The number of pending objects, for a gauge. */
  readonly pending: number
  /** Undefined without a work queue. */
  readonly queueStats?: QueueStats
  /**
   * Resolves when no work is left: all earlier writes and their consequences are handled. Work that waits for
   * another client does not count. A server that does not lead has no work.
   */
  settled(): Promise<void>
  /** Starts nothing new, and resolves when running work ends. The next start finds the rest. */
  close(): Promise<void>
}

/** Runs several controllers: the writes of one may be work for another. */
export class Controllers {
  readonly #controllers: readonly Controller[]

  constructor(metrics: MetricsRegistry, controllers: readonly Controller[]) {
    this.#controllers = controllers
    registerQueueMetrics(metrics, controllers)
  }

  start(): void {
    for (const controller of this.#controllers) controller.start()
  }

  async settled(): Promise<void> {
    do {
      for (const controller of this.#controllers) await controller.settled()
    } while (!this.isSettled)
  }

  get isSettled(): boolean {
    return this.#controllers.every(({ pending }) => pending === 0)
  }

  async close(): Promise<void> {
    await Promise.all(this.#controllers.map((controller) => controller.close()))
  }
}

/** A resource in the version that controllers use. */
export interface ControlledResource {
  readonly apiVersion: string
  readonly kind: string
  readonly plural: string
}

/** The store of a resource. It must be served. */
export function storeOf(stores: ResourceStores, { apiVersion, plural }: ControlledResource): ResourceStore {
  const store = stores.find(apiVersion, plural)
  if (store === undefined) throw new Error(`there are no ${plural} of ${apiVersion}`)
  return store
}
