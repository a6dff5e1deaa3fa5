import type { OnFull } from '#access/audit/config.js'
import { serviceUnavailable } from '#meta/api-error.js'
import type { Logger } from '#observe/logger.js'
import { Batches } from './batches.js'
import type { AuditMetrics } from './metrics.js'

/** Where batches of events are written to. */
export interface Sink {
  /**
   * Writes a part of the bytes at least, and resolves with how many. The rest is offered again. Rejects when none could be
   * written.
   */
  write(bytes: Buffer): Promise<number>
  close(): Promise<void>
}

/** Takes events, each as a line of JSON with its line break. */
export interface EventLog {
  append(line: string): void
}

export interface QueueOptions {
  readonly onFull: OnFull
  /** How many bytes may wait to be written. */
  readonly capacity: number
  /** Events are written when so many bytes wait, or so many milliseconds after the first. */
  readonly batch: number
  readonly lingerMs: number
  /** After a write has failed, when it is tried again. */
  readonly retryMs: number
  /** How long a request waits for room. */
  readonly waitTimeoutMs: number
  /** How long the last events may take to be written when the server stops. */
  readonly closeMs: number
}

export const QUEUE_OPTIONS: Omit<QueueOptions, 'onFull'> = {
  capacity: 32 * 1024 * 1024,
  batch: 256 * 1024,
  lingerMs: 20,
  retryMs: 1_000,
  waitTimeoutMs: 10_000,
  closeMs: 3_000,
}

const UNWRITABLE = 'the audit log cannot be written, and requests are not served without a record'

/**
 * Events that wait to be written. They are written in batches, one at a time, without blocking the event loop. A batch that
 * cannot be written is kept and tried again.
 */
export class AuditQueue implements EventLog {
  readonly #sink: Sink
  readonly #options: QueueOptions
  readonly #metrics: AuditMetrics
  readonly #logger: Logger
  readonly #batches: Batches
  /** How many bytes are taken at most. */
  readonly #limit: number
  /** Bytes of all events that are not written yet, and how many events they are. */
  #size = 0
  #count = 0
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> | undefined
  #isFailing = false
  #isEnding = false
  #isClosed = false
  /** Whether no more is written, because it would take too long. */
  #isOver = false
  readonly #waiting = new Set<() => void>()
  /** Ends the time until the next attempt. */
  #retry: (() => void) | undefined

  constructor(sink: Sink, options: QueueOptions, metrics: AuditMetrics, logger: Logger) {
    this.#sink = sink
    this.#options = options
    this.#batches = new Batches(options.batch)
    const { onFull, capacity } = options
    // All requests that were let in while there was room are recorded, even if their events need more than was left.
    this.#limit = onFull === 'block' ? 2 * capacity : capacity
    this.#metrics = metrics
    this.#logger = logger
    metrics.observeQueue(() => this.#size)
  }

  append(line: string): void {
    // The bytes are known once the line is encoded; there are at least as many.
    if (this.#isClosed || this.#size + line.length > this.#limit) {
      this.#metrics.dropped.value++
      return
    }
    this.#metrics.events.value++
    this.#count++
    this.#size += this.#batches.add(line)
    if (this.#writing !== undefined) return
    if (this.#batches.hasFull) this.#start()
    else this.#schedule()
  }

  /** Resolves when there is room, and is undefined while there is. Rejects with `serviceUnavailable` after a while. */
  room(): Promise<void> | undefined {
    const { onFull, capacity, waitTimeoutMs } = this.#options
    if (this.#size < capacity || onFull === 'drop' || this.#isEnding) return undefined
    this.#metrics.blocked.value++
    if (this.#isFailing) return Promise.reject(serviceUnavailable(UNWRITABLE))
    return new Promise((resolve, reject) => {
      const go = () => {
        clearTimeout(timer)
        if (this.#isFailing && this.#size >= capacity && !this.#isEnding)
          reject(serviceUnavailable(UNWRITABLE))
        else resolve()
      }
      const timer = setTimeout(() => {
        this.#waiting.delete(go)
        reject(serviceUnavailable(UNWRITABLE))
      }, waitTimeoutMs)
      this.#waiting.add(go)
    })
  }

  /** From now on no request waits for room: the server is about to stop. */
  stopWaiting(): void {
    this.#isEnding = true
    this.#release()
  }

  /** Writes all that waits, as far as it can be written, and closes the sink. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#retry?.()
    this.stopWaiting()
    this.#start()
    let timer: NodeJS.Timeout | undefined
    const deadline = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, this.#options.closeMs)
    })
    // A sink whose write never ends does not close either.
    await Promise.race([Promise.resolve(this.#writing).then(() => this.#sink.close()), deadline])
    clearTimeout(timer)
    this.#isOver = true
    if (this.#count === 0) return
    this.#metrics.dropped.value += this.#count
    this.#logger.error({ events: this.#count }, 'audit events were lost: the log could not be written')
  }

  #schedule(): void {
    this.#timer ??= setTimeout(() => this.#start(), this.#options.lingerMs)
  }

  #start(): void {
    // Later events have their own timer.
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#writing === undefined && !this.#batches.isEmpty) this.#writing = this.#writeAll()
  }

  async #writeAll(): Promise<void> {
    for (let batch = this.#batches.take(); batch !== undefined; batch = this.#batches.take()) {
      if (!(await this.#writeBytes(batch.bytes))) break
      this.#size -= batch.bytes.length
      this.#count -= batch.events
      if (this.#size < this.#options.capacity) this.#release()
      // Events that came meanwhile are written at once when they fill a batch, or no more will come.
      if (!this.#batches.hasFull && !this.#isClosed) break
    }
    this.#writing = undefined
    if (!this.#batches.isEmpty && !this.#isClosed) this.#schedule()
  }

  /** Resolves with false when the server stops before the batch could be written. */
  async #writeBytes(bytes: Buffer): Promise<boolean> {
    let written = 0
    while (written < bytes.length) {
      try {
        written += await this.#sink.write(bytes.subarray(written))
        this.#onSuccess()
      } catch (error) {
        this.#onFailure(error)
        if (this.#isClosed) return false
        await this.#retryTime()
      }
      if (this.#isOver) return false
    }
    return true
  }

  #onSuccess(): void {
    if (this.#isFailing) this.#logger.info({}, 'the audit log can be written again')
    this.#isFailing = false
  }

  #onFailure(error: unknown): void {
    this.#metrics.failures.value++
    if (!this.#isFailing) this.#logger.error({ err: error }, 'the audit log cannot be written')
    this.#isFailing = true
    // Requests that wait are rejected now, not at the end of their time.
    this.#release()
  }

  #retryTime(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, this.#options.retryMs)
      this.#retry = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  #release(): void {
    const waiting = [...this.#waiting]
    this.#waiting.clear()
    for (const go of waiting) go()
  }
}
