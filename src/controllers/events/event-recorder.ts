import { type ControlledResource, type ControllerContext, storeOf } from '#controllers/controller.js'
import type { ApiObject } from '#meta/object-meta.js'
import { formatTime } from '#schema/times.js'
import type { Clock } from '#util/clock.js'

export interface EventDetails {
  readonly type: 'Normal' | 'Warning'
  readonly reason: string
  readonly message: string
}

export const normalEvent = (reason: string, message: string): EventDetails => ({
  type: 'Normal',
  reason,
  message,
})
export const warningEvent = (reason: string, message: string): EventDetails => ({
  type: 'Warning',
  reason,
  message,
})

const EVENT: ControlledResource = { apiVersion: 'v1', kind: 'Event', plural: 'events' }

interface AuditRecorderOptions extends Pick<ControllerContext, 'stores' | 'logger'> {
  readonly clock: Clock
}

/** Number of distinct events that are remembered to count repetitions. */
const MAX_ENTRIES = 4_096

/** The number of events that each server has recorded: its controllers may record events about objects of one name. */
const sequences = new WeakMap<ControllerContext['stores'], number>()

interface RecordedEvent {
  readonly name: string
  count: number
}

/** Records events for controllers. Events are written in the background. */
export class EventRecorder {
  readonly #context: AuditRecorderOptions
  readonly #component: string
  readonly #recorded = new Map<string, RecordedEvent>()
  readonly #writing = new Set<Promise<void>>()

  constructor(context: AuditRecorderOptions, component: string) {
    this.#context = context
    this.#component = component
  }

  record(
    { apiVersion, kind }: ControlledResource,
    { metadata }: Readonly<ApiObject>,
    text: EventDetails,
  ): void {
    const { namespace = 'default', name = '', uid = '' } = metadata
    const identity = [uid, text.type, text.reason, text.message].join('\n')
    const now = formatTime(new Date(this.#context.clock.now()))
    const recorded = this.#recorded.get(identity)
    if (recorded !== undefined) {
      recorded.count++
      this.#write(() => this.#repeat(namespace, recorded, now))
      return
    }
    // Unique across servers and starts, like the event names of client-go.
    const suffix = (BigInt(this.#context.clock.now()) * 1_000_000n + BigInt(this.#nextNumber())).toString(16)
    const event = { name: `${name}.${suffix}`, count: 1 }
    if (this.#recorded.size >= MAX_ENTRIES) this.#recorded.clear()
    this.#recorded.set(identity, event)
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

  /** Resolves when all recorded events are written. */
  async written(): Promise<void> {
    await Promise.all(this.#writing)
  }

  get pending(): number {
    return this.#writing.size
  }

  async #repeat(namespace: string, { name, count }: RecordedEvent, now: string): Promise<void> {
    const store = this.#store
    await store.writer.modify(namespace, name, {
      retry: true,
      next: (current) => store.definition.decode({ ...current.copy(), count, lastTimestamp: now }),
    })
  }

  /** An event that cannot be written is dropped, as in client-go. Its namespace may be terminating. */
  #write(write: () => Promise<void>): void {
    const writing = write().catch((error: unknown) => {
      this.#context.logger.debug({ error: String(error) }, 'failed to write an event')
    })
    this.#writing.add(writing)
    void writing.finally(() => this.#writing.delete(writing))
  }

  #nextNumber(): number {
    const { stores } = this.#context
    const number = sequences.get(stores) ?? 0
    sequences.set(stores, number + 1)
    return number
  }

  get #store() {
    return storeOf(this.#context.stores, EVENT)
  }
}
