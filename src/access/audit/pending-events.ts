import type { EventLog } from './log/event-log.js'
import type { Stage } from './stages.js'

/** Events of ASCII are joined to texts of about this length: one long text is encoded in less time than many short ones. */
const LONG = 16 * 1024

/** What is known of a request, to be written down. */
export interface WritableRecord {
  /** Whether its events hold nothing but ASCII. */
  readonly isAscii: boolean
  /** The event of a stage as a line with its line break, or as bytes that are valid until the next event is asked for. */
  event(stage: Stage): string | Uint8Array
  /** The events of a request that was received and is answered, as such bytes; undefined where they are not alike to others. */
  bothEvents(): Uint8Array | undefined
}

/** Stands for two stages that a request has reached one right after the other: it is received, and it is answered. */
const BOTH = 'RequestReceived, ResponseComplete'

/**
 * Events of the requests that are answered together. They are written when these answers have left: the code that writes them
 * then stays in the cache of the processor and does not drive out the code that answers requests, and the clients are at work
 * meanwhile. To wait for longer costs more than it saves, because what the events are made of is no longer in the cache then.
 */
export class PendingEvents {
  readonly #log: EventLog
  /** As many of each as `#count` says. The lists are used again: to grow them anew in every turn would take longer than to fill them. */
  readonly #records: (WritableRecord | undefined)[] = []
  readonly #stages: (Stage | typeof BOTH)[] = []
  #count = 0
  /** Lines of ASCII that are not handed over yet, and how many they are. */
  #lines = ''
  #joined = 0

  constructor(log: EventLog) {
    this.#log = log
  }

  /** Is to be called when the stage is reached. */
  add(record: WritableRecord, stage: Stage): void {
    const last = this.#count - 1
    if (stage === 'ResponseComplete' && this.#isReceiptOf(record, last)) {
      this.#stages[last] = BOTH
      return
    }
    if (this.#count === 0) process.nextTick(this.write)
    this.#records[this.#count] = record
    this.#stages[this.#count] = stage
    this.#count++
  }

  #isReceiptOf(record: WritableRecord, index: number): boolean {
    return index >= 0 && this.#records[index] === record && this.#stages[index] === 'RequestReceived'
  }

  /** Hands all events over to the log. */
  readonly write = (): void => {
    for (let index = 0; index < this.#count; index++) {
      const record = this.#records[index] as WritableRecord
      const stage = this.#stages[index] as Stage | typeof BOTH
      this.#records[index] = undefined
      if (stage === BOTH) this.#writeBoth(record)
      else this.#write(record, stage)
    }
    this.#count = 0
    this.#handOver()
  }

  #writeBoth(record: WritableRecord): void {
    const bytes = record.bothEvents()
    if (bytes === undefined) {
      this.#write(record, 'RequestReceived')
      this.#write(record, 'ResponseComplete')
    } else {
      this.#handOver()
      this.#log.appendBytes(bytes, 2)
    }
  }

  #write(record: WritableRecord, stage: Stage): void {
    const event = record.event(stage)
    if (typeof event === 'string' && record.isAscii) {
      if (this.#lines.length >= LONG) this.#handOver()
      this.#lines += event
      this.#joined++
      return
    }
    this.#handOver()
    if (typeof event === 'string') this.#log.append(event, false, 1)
    else this.#log.appendBytes(event, 1)
  }

  /** The lines come before whatever follows them. */
  #handOver(): void {
    if (this.#joined === 0) return
    this.#log.append(this.#lines, true, this.#joined)
    this.#lines = ''
    this.#joined = 0
  }
}
