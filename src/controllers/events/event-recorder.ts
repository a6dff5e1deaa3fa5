import { type ControllerContext, storeOf, type WrittenKind } from '#controllers/controller.js'
import type { ApiObject } from '#meta/api-object.js'
import { formatTime } from '#schema/times.js'
import type { Clock } from '#util/clock.js'

/** What an event says. */
export interface EventText {
  readonly type: 'Normal' | 'Warning'
  readonly reason: string
  readonly message: string
}

export const normal = (reason: string, message: string): EventText => ({ type: 'Normal', reason, message })
export const warning = (reason: string, message: string): EventText => ({ type: 'Warning', reason, message })

const EVENT: WrittenKind = { apiVersion: 'v1', kind: 'Event', plural: 'events' }

interface AuditRecorderOptions extends Pick<ControllerContext, 'stores' | 'logger'> {
  readonly clock: Clock
}

/** How many different events are remembered, so that their repetition is counted and not told again. */
const MAX_ENTRIES = 4_096

interface Told {
  readonly name: string
  count: number
}

/** Tells people what controllers do. Events are written beside the work: no controller waits for them. */
export class EventRecorder {
  readonly #parts: AuditRecorderOptions
  readonly #component: string
  readonly #told = new Map<string, Told>()
  readonly #writing = new Set<Promise<void>>()
  #sequence = 0

  constructor(parts: AuditRecorderOptions, component: string) {
    this.#parts = parts
    this.#component = component
  }

  record({ apiVersion, kind }: WrittenKind, { metadata }: Readonly<ApiObject>, text: EventText): void {
    const { namespace = 'default', name = '', uid = '' } = metadata
    const identity = [uid, text.type, text.reason, text.message].join('\n')
    const now = formatTime(new Date(this.#parts.clock.now()))
    const told = this.#told.get(identity)
    if (told !== undefined) {
      told.count++
      this.#write(() => this.#repeat(namespace, told, now))
      return
    }
    // Unique among all servers and starts, as the names of events are in the field.
    const suffix = (BigInt(this.#parts.clock.now()) * 1_000_000n + BigInt(this.#sequence++)).toString(16)
    const event = { name: `${name}.${suffix}`, count: 1 }
    if (this.#told.size >= MAX_ENTRIES) this.#told.clear()
    this.#told.set(identity, event)
    this.#write(async () => {
      await this.#store.writer.create(namespace, {
        metadata: { name: event.name },
        involvedObject: { apiVersion, kind, namespace: metadata.namespace, name, uid },
        reason: text.reason,
        message: text.message,
        type: text.type,
        source: { component: this.#component },
        reportingComponent: this.#component,
        firstTimestamp: now,
        lastTimestamp: now,
        count: 1,
      })
    })
  }

  /** Resolves when everything that was told so far is written. */
  async written(): Promise<void> {
    await Promise.all(this.#writing)
  }

  get pending(): number {
    return this.#writing.size
  }

  async #repeat(namespace: string, { name, count }: Told, now: string): Promise<void> {
    const store = this.#store
    await store.writer.modify(namespace, name, {
      retry: true,
      next: (current) => store.definition.decode({ ...current.copy(), count, lastTimestamp: now }),
    })
  }

  /** An event that cannot be written, because its namespace goes away for instance, is lost as it is in the field. */
  #write(write: () => Promise<void>): void {
    const writing = write().catch((error: unknown) => {
      this.#parts.logger.debug({ error: String(error) }, 'an event could not be written')
    })
    this.#writing.add(writing)
    void writing.finally(() => this.#writing.delete(writing))
  }

  get #store() {
    return storeOf(this.#parts.stores, EVENT)
  }
}
