import { secret as secretKind } from '#kinds/core/secret/index.js'
import type { Logger } from '#observe/logger.js'
import type { ResourceStores } from '#registry/stores.js'
import type { Clock } from '#util/clock.js'

/** A label of Secrets: the day on which their token was used. */
export const LAST_USED = 'kubernetes.io/legacy-token-last-used'
/** A label of Secrets whose token is no longer accepted. */
export const INVALID_SINCE = 'kubernetes.io/legacy-token-invalid-since'

/** `2006-01-02`, in UTC. */
export const dayOf = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10)

const DAY_MS = 24 * 60 * 60_000
/** A label that could not be written, as by a read-only server, is tried again after this time. */
const RETRY_MS = 60_000
/** Maximum Secrets whose last attempt is known. */
const MAX_ATTEMPTS = 1_000

/** Notes in a label of a Secret when its token was last used, at most once a day. */
export class LastUsed {
  readonly #clock: Clock
  readonly #logger: Logger
  /** When a Secret may be written again, in milliseconds, the oldest first. */
  readonly #retries = new Map<string, number>()
  #stores: ResourceStores | undefined

  constructor(clock: Clock, logger: Logger) {
    this.#clock = clock
    this.#logger = logger
  }

  /** Uses before this are not noted. */
  open(stores: ResourceStores): void {
    this.#stores = stores
  }

  /** `labelled` is the day in the label. The clock of another server may be ahead. */
  note(namespace: string, name: string, labelled: string | undefined): void {
    const now = this.#clock.now()
    const today = dayOf(now)
    if (labelled === today || labelled === dayOf(now + DAY_MS) || !this.#mayTry(`${namespace}/${name}`, now))
      return
    this.#label(namespace, name, today).catch((error: unknown) =>
      this.#logger.warn(
        { namespace, secret: name, error: String(error) },
        'failed to note when a token was last used',
      ),
    )
  }

  #mayTry(secret: string, now: number): boolean {
    if (now < (this.#retries.get(secret) ?? 0)) return false
    this.#retries.delete(secret)
    this.#retries.set(secret, now + RETRY_MS)
    if (this.#retries.size > MAX_ATTEMPTS) {
      const [oldest = ''] = this.#retries.keys()
      this.#retries.delete(oldest)
    }
    return true
  }

  async #label(namespace: string, name: string, day: string): Promise<void> {
    await this.#stores?.ofKind(secretKind)?.writer.modify(namespace, name, {
      retry: true,
      next: (current) => {
        const copy = current.copy()
        copy.metadata.labels = { ...copy.metadata.labels, [LAST_USED]: day }
        return copy
      },
    })
  }
}
