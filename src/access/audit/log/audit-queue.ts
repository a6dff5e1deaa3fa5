import type { OnFull } from '#access/audit/config.js'
import { serviceUnavailable } from '#meta/api-error.js'
import type { Logger } from '#observe/logger.js'
import { Batches } from './batches.js'
import type { AuditMetrics } from './metrics.js'

/** Writes batches of events. */
export interface Sink {
  /**
   * Writes at least a part of the bytes and resolves with their number. The rest is passed again. Rejects if nothing
   * could be written.
   */
  write(bytes: Buffer): Promise<number>
  close(): Promise<void>
}

/** Accepts events as lines of JSON with a line break. */
export interface EventLog {
  append(line: string): void
}

export interface QueueOptions {
  readonly onFull: OnFull
  /** Maximum queued bytes. */
  readonly capacity: number
  /** A batch is written at this size, or after so many milliseconds. */
  readonly batch: number
  readonly lingerMs: number
  /** The delay before a failed write is retried. */
  readonly retryMs: number
  /** How long a request waits for space in the queue. */
  readonly waitTimeoutMs: number
  /** How long the last events may take when the server stops. */
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

/** The queue of events. It writes one batch at a time, asynchronously, and retries failed batches. */
export class AuditQueue implements EventLog {
  readonly #sink: Sink
  readonly #options: QueueOptions
  readonly #metrics: AuditMetrics
  readonly #logger: Logger
  readonly #batches: Batches
  /** Maximum accepted bytes. */
  readonly #limit: number
  /** Bytes and number of queued events. */
  #size = 0
  #count = 0
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> | undefined
  #isFailing = false
  #isEnding = false
  #isClosed = false
  /** Whether the queue gave up writing. */
  #isOver = false
  readonly #waiting = new Set<() => void>()
  /** Ends the delay of a retry. */
  #retry: (() => void) | undefined

  constructor(sink: Sink, options: QueueOptions, metrics: AuditMetrics, logger: Logger) {
    this.#sink = sink
    this.#options = options
    this.#batches = new Batches(options.batch)
    const { onFull, capacity } = options
    // Requests that were admitted while there was space are recorded, even if their events exceed the capacity.
    this.#limit = onFull === 'block' ? 2 * capacity : capacity
    this.#metrics = metrics
    this.#logger = logger
    metrics.observeQueue(() => this.#size)
  }

  append(line: string): void {
    // The encoded line has at least as many bytes as characters.
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

  /** Resolves when there is space; undefined if there is. Rejects with `serviceUnavailable` after a timeout. */
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

  /** The server is stopping: requests no longer wait. */
  stopWaiting(): void {
    this.#isEnding = true
    this.#release()
  }

  /** Writes the queued events, if possible, and closes the sink. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#retry?.()
    this.stopWaiting()
    this.#start()
    let timer: NodeJS.Timeout | undefined
    const deadline = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, this.#options.closeMs)
    })
    // A sink with a hanging write does not close either.
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
      // New events are written at once if they fill a batch, or if the queue is closing.
      if (!this.#batches.hasFull && !this.#isClosed) break
    }
    this.#writing = undefined
    if (!this.#batches.isEmpty && !this.#isClosed) this.#schedule()
  }

  /** Resolves with false if the server stops first. */
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
    // Reject waiting requests now, before their timeout.
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
