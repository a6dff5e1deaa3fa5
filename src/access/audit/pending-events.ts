import type { EncodedEvent, EventLog } from './log/event-log.js'
import type { Stage } from './stages.js'

/** Events of ASCII are joined to texts of about this length: one long text is encoded in less time than many short ones. */
const LONG = 16 * 1024

/** What is known of a request, to be written down. */
export interface WritableRecord {
  /** Whether its events hold nothing but ASCII. */
  readonly isAscii: boolean
  /** The event of a stage, a line with its line break or encoded. `time` is as `performance.now()` told when the stage was there. */
  event(stage: Stage, time: number): string | EncodedEvent
}

/**
 * Events of the requests of one turn of the event loop. They are written together when the turn is over: the code that writes
 * them then stays in the cache of the processor, and does not drive out the code that answers requests. To wait for longer
 * costs more than it saves, because what the events are made of is no longer in the cache then.
 */
export class PendingEvents {
  readonly #log: EventLog
  /** As many of each as `#count` says. The lists are used again: to grow them anew in every turn would take longer than to fill them. */
  readonly #records: (WritableRecord | undefined)[] = []
  readonly #stages: Stage[] = []
  readonly #times: number[] = []
  #count = 0

  constructor(log: EventLog) {
    this.#log = log
  }

  /** `time` is that of the stage, as `performance.now()` tells it. */
  add(record: WritableRecord, stage: Stage, time: number): void {
    const index = this.#count++
    this.#records[index] = record
    this.#stages[index] = stage
    this.#times[index] = time
    if (index === 0) setImmediate(this.write)
  }

  /** Hands all events over to the log. */
  readonly write = (): void => {
    let lines = ''
    let events = 0
    for (let index = 0; index < this.#count; index++) {
      const record = this.#records[index] as WritableRecord
      this.#records[index] = undefined
      const event = record.event(this.#stages[index] as Stage, this.#times[index] as number)
      const isJoined = typeof event === 'string' && record.isAscii
      if (events > 0 && (!isJoined || lines.length >= LONG)) {
        this.#log.append(lines, true, events)
        lines = ''
        events = 0
      }
      if (isJoined) {
        lines += event
        events++
      } else if (typeof event === 'string') this.#log.append(event, false, 1)
      else this.#log.appendEncoded(event)
    }
    this.#count = 0
    if (events > 0) this.#log.append(lines, true, events)
  }
}
