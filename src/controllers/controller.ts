import type { Logger } from '#observe/logger.js'
import type { ChangeFeed } from '#registry/change-feed.js'
import type { KindRegistry } from '#registry/kind-registry.js'
import type { ResourceStore } from '#registry/store.js'
import type { ResourceStores } from '#registry/stores.js'

/**
 * Who of several servers on one store acts. Controllers only act while they lead: two collectors would do no
 * harm, since every action is conditional, but they would do everything twice.
 */
export interface Leadership {
  /**
   * Whether this server leads at this very moment. A process that stood still for a while finds out by this that it no longer
   * leads before `stop` is called, which takes a turn of the event loop. Writes that are not conditional look here first.
   */
  readonly isLeading: boolean
  /**
   * Calls `start` when this server begins to lead, which may be at once, and `stop` when it ceases to; in turn,
   * as often as that happens. After `stop` returns nothing new may be begun. The function that this returns
   * ends the interest; neither is called after it.
   */
  whenLeading(start: () => void, stop: () => void): () => void
}

/** For stores that only one server can open: the server that has the store leads. */
export const alwaysLeading: Leadership = {
  isLeading: true,
  whenLeading: (start) => {
    start()
    return () => undefined
  },
}

/** What every controller inside of the server works with. */
export interface ControllerContext {
  readonly kinds: KindRegistry
  readonly stores: ResourceStores
  readonly feed: ChangeFeed
  readonly leadership: Leadership
  readonly logger: Logger
}

/**
 * Brings objects about that follow from other objects. A controller follows kinds through the change feed, acts through
 * their stores and only while its server leads, and can be closed at any point without losing anything: all that it has
 * to know is in the objects.
 */
export interface Controller {
  /** As metrics and the log call it. */
  readonly name: string
  /** Begins to follow, and to act when the server leads. */
  start(): void
  /** How many objects it still has to attend to, for a gauge. */
  readonly pending: number
  /**
   * Resolves when there is nothing left that it could do: every change that was written before has been looked at with
   * all its consequences. What waits for another client does not count. While another server leads there is nothing to
   * do.
   */
  settled(): Promise<void>
  /** Begins nothing more, and resolves when what had begun is over. What is left is found at the next start. */
  close(): Promise<void>
}

/** Several controllers as one: what one of them brings about may be work for another. */
export class Controllers {
  readonly #controllers: readonly Controller[]

  constructor(controllers: readonly Controller[]) {
    this.#controllers = controllers
  }

  start(): void {
    for (const controller of this.#controllers) controller.start()
  }

  async settled(): Promise<void> {
    do {
      for (const controller of this.#controllers) await controller.settled()
    } while (this.#controllers.some(({ pending }) => pending > 0))
  }

  async close(): Promise<void> {
    await Promise.all(this.#controllers.map((controller) => controller.close()))
  }
}

/** A kind in the version in which a controller reads and writes its objects. */
export interface ControlledResource {
  readonly apiVersion: string
  readonly kind: string
  readonly plural: string
}

/** The store of a kind in the version in which controllers write it. All of these are always served. */
export function storeOf(stores: ResourceStores, { apiVersion, plural }: ControlledResource): ResourceStore {
  const store = stores.resources(apiVersion)?.get(plural)
  if (store === undefined) throw new Error(`${plural} of ${apiVersion} are not served`)
  return store
}
