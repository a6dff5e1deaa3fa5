import { type ControlledResource, type ControllerContext, storeOf } from '#controllers/controller.js'
import { ApiError } from '#meta/api-error.js'
import type { ApiObject } from '#meta/object-meta.js'
import { currentTime } from '#schema/times.js'

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

type EventRecorderContext = Pick<ControllerContext, 'stores' | 'logger' | 'clock' | 'random'>

/** Number of distinct events that are remembered to count repetitions. */
const MAX_ENTRIES = 4_096

interface RecordedEvent {
  readonly name: string
  count: number
}

/** Records events for controllers. Events are written in the background. */
export class EventRecorder {
  readonly #context: EventRecorderContext
  readonly #component: string
  readonly #recorded = new Map<string, RecordedEvent>()
  readonly #writing = new Set<Promise<void>>()

  constructor(context: EventRecorderContext, component: string) {
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
    const { clock, random } = this.#context
    const now = currentTime(clock)
    const involvedObject = { apiVersion, kind, namespace: metadata.namespace, name, uid }
    const create = (event: RecordedEvent) => this.#create(namespace, event, involvedObject, text, now)
    const recorded = this.#recorded.get(identity)
    if (recorded !== undefined) {
      recorded.count++
      this.#write(async () => {
        // The event may have expired since.
        if (await this.#repeat(namespace, recorded, now)) return
        recorded.count = 1
        await create(recorded)
      })
      return
    }
    // Unique across servers and starts, and in order, like the event names of client-go.
    const suffix = random.ordered(clock.now(), `events of ${kind} ${namespace}/${name}`)
    const event = { name: `${name}.${suffix}`, count: 1 }
    if (this.#recorded.size >= MAX_ENTRIES) this.#recorded.clear()
    this.#recorded.set(identity, event)
    this.#write(() => create(event))
  }

  /** Resolves when all recorded events are written. */
  async written(): Promise<void> {
    await Promise.all(this.#writing)
  }

  get pending(): number {
    return this.#writing.size
  }

  async #create(
    namespace: string,
    { name, count }: RecordedEvent,
    involvedObject: object,
    { reason, message, type }: EventDetails,
    now: string,
  ): Promise<void> {
    await this.#store.writer.create(namespace, {
      metadata: { name },
      involvedObject,
      reason,
      message,
      type,
      source: { component: this.#component },
      reportingComponent: this.#component,
      firstTimestamp: now,
      lastTimestamp: now,
      count,
    })
  }

  /** Returns false if the event is gone. */
  async #repeat(namespace: string, { name, count }: RecordedEvent, now: string): Promise<boolean> {
    const store = this.#store
    try {
      await store.writer.modify(namespace, name, {
        retry: true,
        next: (current) => store.definition.decode({ ...current.copy(), count, lastTimestamp: now }),
      })
      return true
    } catch (error) {
      if (error instanceof ApiError && error.error === 'notFound') return false
      throw error
    }
  }

  /** An event that cannot be written is dropped, as in client-go. Its namespace may be terminating. */
  #write(write: () => Promise<void>): void {
    const writing = write().catch((error: unknown) => {
      this.#context.logger.debug({ error: String(error) }, 'failed to write an event')
    })
    this.#writing.add(writing)
    void writing.finally(() => this.#writing.delete(writing))
  }

  get #store() {
    return storeOf(this.#context.stores, EVENT)
  }
}
