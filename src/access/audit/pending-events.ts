import type { EventLog } from './log/event-log.js'
import type { Stage } from './stages.js'

/** Events of ASCII are joined to texts of about this length: one long text is encoded in less time than many short ones. */
const LONG = 16 * 1024

/** What is known of a request, to be written down. */
export interface WritableRecord {
  /** Whether its events hold nothing but ASCII. */
  readonly isAscii: boolean
  /**
   * The event of a stage as a line with its line break, or as bytes that are valid until the next event is asked for. `time` is
   * as `performance.now()` told when the stage was reached.
   */
  event(stage: Stage, time: number): string | Uint8Array
  /** The events of a request that was received and is answered, as such bytes; undefined where they are not alike to others. */
  bothEvents(time: number): Uint8Array | undefined
}

/**
 * Events of the requests that are answered together. They are written when these answers have left: the code that writes them
 * then stays in the cache of the processor and does not drive out the code that answers requests, and the clients are at work
 * meanwhile. To wait for longer costs more than it saves, because what the events are made of is no longer in the cache then.
 */
export class PendingEvents {
  readonly #log: EventLog
  /** As many of each as `#count` says. The lists are used again: to grow them anew in every turn would take longer than to fill them. */
  readonly #records: (WritableRecord | undefined)[] = []
  readonly #stages: Stage[] = []
  readonly #times: number[] = []
  /** Whether the event stands for two: that of the receipt of the request, which came right before it, and its own. */
  readonly #areBoth: boolean[] = []
  #count = 0
  /** Lines of ASCII that are not handed over yet, and how many they are. */
  #lines = ''
  #joined = 0

  constructor(log: EventLog) {
    this.#log = log
  }

  /** `time` is that of the stage, as `performance.now()` tells it. */
  add(record: WritableRecord, stage: Stage, time: number): void {
    const isSecond = stage === 'ResponseComplete' && this.#endsWithReceiptOf(record)
    const index = isSecond ? this.#count - 1 : this.#count++
    this.#records[index] = record
    this.#stages[index] = stage
    this.#times[index] = time
    this.#areBoth[index] = isSecond
    if (index === 0 && !isSecond) process.nextTick(this.write)
  }

  #endsWithReceiptOf(record: WritableRecord): boolean {
    const last = this.#count - 1
    return last >= 0 && this.#records[last] === record && this.#stages[last] === 'RequestReceived'
  }

  /** Hands all events over to the log. */
  readonly write = (): void => {
    for (let index = 0; index < this.#count; index++) {
      const record = this.#records[index] as WritableRecord
      this.#records[index] = undefined
      const time = this.#times[index] as number
      if (this.#areBoth[index]) this.#writeBoth(record, time)
      else this.#write(record, this.#stages[index] as Stage, time)
    }
    this.#count = 0
    this.#handOver()
  }

  #writeBoth(record: WritableRecord, time: number): void {
    const bytes = record.bothEvents(time)
    if (bytes === undefined) {
      this.#write(record, 'RequestReceived', time)
      this.#write(record, 'ResponseComplete', time)
    } else {
      this.#handOver()
      this.#log.appendBytes(bytes, 2)
    }
  }

  #write(record: WritableRecord, stage: Stage, time: number): void {
    const event = record.event(stage, time)
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
