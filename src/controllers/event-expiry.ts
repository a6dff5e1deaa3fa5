import type { CachedObject } from '#cache/cached-object.js'
import { ApiError } from '#meta/api-error.js'
import { SERVER } from '#meta/user.js'
import type { StoredKind } from '#registry/kind.js'
import type { ResourceStore } from '#registry/store.js'
import { MAY_BE_LATE, type TimerClock } from '#util/clock.js'
import { TimeBudget, yieldToEventLoop } from '#util/event-loop.js'
import type { Controller, ControllerContext } from './controller.js'

const EVENTS = { prefix: 'core/events/' }

/** Checks per lifetime: few events live much longer than requested. */
const ROUNDS_PER_LIFE = 60
const MIN_PAUSE_MS = 50
const MAX_PAUSE_MS = 30_000

/** Concurrent deletions, which share commits. */
const DELETE_CONCURRENCY = 16

/** The times in an event that show its last write. */
interface EventTimes {
  readonly lastTimestamp?: string | null
  readonly eventTime?: string | null
  readonly series?: { readonly lastObservedTime?: string | null } | null
}

/**
 * Deletes events after their TTL. Writes during this process are known to the millisecond; older events are
 * dated by their own times, which are parsed only when an event may have expired.
 */
export class EventExpiry implements Controller {
  readonly name = 'event-ttl'
  readonly #context: ControllerContext
  readonly #lifeMs: number
  readonly #clock: TimerClock
  /** The last known write of each event, by key. */
  readonly #written = new Map<string, number>()
  readonly #release: (() => void)[] = []
  #startedAt = 0
  #cancel = () => {}
  #leading = false
  #pending = 0
  #round: Promise<void> = Promise.resolve()

  /** A `lifeMs` of 0 keeps events for ever. */
  constructor(context: ControllerContext, lifeMs: number) {
    this.#context = context
    this.#lifeMs = lifeMs
    this.#clock = context.clock
  }

  start(): void {
    if (this.#lifeMs === 0) return
    const { feed, leadership } = this.#context
    this.#startedAt = this.#clock.now()
    for (const event of feed.objectsOf(EVENTS as StoredKind)) {
      this.#written.set(event.key, timeOf(event.createdAt()))
    }
    this.#release.push(
      feed.follow(
        ({ before, after }) => {
          if (after !== undefined) this.#written.set(after.key, this.#clock.now())
          else if (before !== undefined) this.#written.delete(before.key)
        },
        ({ prefix }) => prefix === EVENTS.prefix,
      ),
      leadership.whenLeading(
        () => {
          this.#leading = true
          this.#schedule()
        },
        () => {
          this.#leading = false
          this.#cancel()
        },
      ),
    )
  }

  get pending(): number {
    return this.#pending
  }

  /** Events that have not expired are not pending work. */
  settled(): Promise<void> {
    return this.#round
  }

  async close(): Promise<void> {
    this.#leading = false
    this.#cancel()
    for (const release of this.#release.splice(0)) release()
    await this.#round
  }

  #schedule(): void {
    const pause = Math.min(Math.max(this.#lifeMs / ROUNDS_PER_LIFE, MIN_PAUSE_MS), MAX_PAUSE_MS)
    const act = () => {
      this.#round = this.deleteDue()
        .catch((error: unknown) =>
          this.#context.logger.debug({ error: String(error) }, 'failed to delete expired events'),
        )
        .finally(() => {
          if (this.#leading) this.#schedule()
        })
    }
    this.#cancel = this.#clock.at(this.#clock.now() + pause, act, MAY_BE_LATE)
  }

  async deleteDue(): Promise<void> {
    const store = this.#context.stores.ofReference('v1', 'Event')
    if (store === undefined) return
    const due = await this.#findDue()
    this.#pending = due.length
    try {
      const rest = due.values()
      const work = async () => {
        for (const event of rest) {
          if (!this.#leading) return
          await deleteUnchanged(store, event)
          this.#pending--
        }
      }
      await Promise.all(Array.from({ length: DELETE_CONCURRENCY }, work))
    } finally {
      this.#pending = 0
    }
  }

  async #findDue(): Promise<readonly CachedObject[]> {
    const due: CachedObject[] = []
    let budget = new TimeBudget()
    for (const [key, written] of this.#written) {
      if (written + this.#lifeMs <= this.#clock.now()) {
        const event = this.#context.feed.find(key)
        if (event !== undefined && this.#isDue(event, written)) due.push(event)
      }
      if (!budget.isOver) continue
      await yieldToEventLoop()
      budget = new TimeBudget()
    }
    return due
  }

  /** A write after the start is always observed, whatever times the event has. */
  #isDue(event: CachedObject, written: number): boolean {
    const exactly = Math.max(written, Math.min(lastTimeIn(event), this.#startedAt))
    this.#written.set(event.key, exactly)
    return exactly + this.#lifeMs <= this.#clock.now()
  }
}

function lastTimeIn(event: CachedObject): number {
  const { lastTimestamp, eventTime, series } = JSON.parse(event.json.toString()) as EventTimes
  return Math.max(timeOf(lastTimestamp), timeOf(eventTime), timeOf(series?.lastObservedTime))
}

const timeOf = (text: string | null | undefined) => (text ? Date.parse(text) : 0)

/** Ignores events that are gone or were written again. */
async function deleteUnchanged(store: ResourceStore, event: CachedObject): Promise<void> {
  const { namespace, name, revision } = event
  try {
    await store.writer.delete(namespace, name, {
      uid: undefined,
      resourceVersion: String(revision),
      policy: 'Background',
      gracePeriodSeconds: undefined,
      dryRun: false,
      user: SERVER,
    })
  } catch (error) {
    const isOutdated = error instanceof ApiError && (error.error === 'notFound' || error.error === 'conflict')
    if (!isOutdated) throw error
  }
}
