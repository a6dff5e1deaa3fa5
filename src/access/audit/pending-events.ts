import type { Stage } from './stages.js'

/** Takes events, each a line of JSON with its line break. */
export interface EventLog {
  append(line: string, isAscii: boolean): void
}

/** What is known of a request, to be written down. */
export interface WritableRecord {
  /** Whether its events hold nothing but ASCII. */
  readonly isAscii: boolean
  /** The event of a stage, as a line with its line break. `time` is as `performance.now()` told when the stage was there. */
  line(stage: Stage, time: number): string
}

/**
 * Events of the requests of one turn of the event loop. They are written together when the turn is over: the code that writes
 * them then stays in the cache of the processor, and does not drive out the code that answers requests. To wait for longer
 * costs more than it saves, because what the events are made of is no longer in the cache then.
 */
export class PendingEvents {
  readonly #log: EventLog
  readonly #records: WritableRecord[] = []
  readonly #stages: Stage[] = []
  readonly #times: number[] = []
  #isScheduled = false

  constructor(log: EventLog) {
    this.#log = log
  }

  add(record: WritableRecord, stage: Stage): void {
    this.#records.push(record)
    this.#stages.push(stage)
    this.#times.push(performance.now())
    if (this.#isScheduled) return
    this.#isScheduled = true
    setImmediate(() => this.write())
  }

  /** Hands all events over to the log. */
  write(): void {
    this.#isScheduled = false
    for (let index = 0; index < this.#records.length; index++) {
      const record = this.#records[index] as WritableRecord
      const line = record.line(this.#stages[index] as Stage, this.#times[index] as number)
      this.#log.append(line, record.isAscii)
    }
    this.#records.length = 0
    this.#stages.length = 0
    this.#times.length = 0
  }
}
