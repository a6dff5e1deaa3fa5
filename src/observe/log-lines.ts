import { write, writeSync } from 'node:fs'
import { onProcessExit } from '#util/process-exit.js'

export const STANDARD_ERROR = 2

/** What may wait to be written when the log is not read. What does not fit is dropped: a log must not stop the server. */
const MAX_WAITING = 1024 * 1024
/** How long the end of the process waits for what is on its way to be written, in milliseconds. */
const LAST_WRITE_MS = 20
/** When a pipe that is full is tried again, in milliseconds. */
const RETRY_MS = 20
const LOST = 'log lines were dropped, because the log was not read'

/**
 * Writes lines to a file descriptor beside the work of the event loop: a pipe that is full would stop it. What was logged in
 * one turn of the loop is written together, and what waits when the process exits is written then.
 */
export class LogLines {
  readonly #descriptor: number
  #waiting = ''
  #dropped = 0
  #isScheduled = false
  #isWriting = false

  constructor(descriptor: number) {
    this.#descriptor = descriptor
    onProcessExit(() => this.#writeRest())
  }

  readonly write = (line: string): void => {
    if (this.#waiting.length + line.length > MAX_WAITING) {
      this.#dropped++
      return
    }
    this.#waiting += `${line}\n`
    this.#schedule()
  }

  #schedule(): void {
    if (this.#isScheduled || this.#isWriting) return
    this.#isScheduled = true
    setImmediate(() => {
      this.#isScheduled = false
      this.#writeSome(this.#take())
    })
  }

  /** All that waits, and how much was lost before it. */
  #take(): Buffer {
    const lost =
      this.#dropped === 0 ? '' : `${JSON.stringify({ level: 'warn', dropped: this.#dropped, msg: LOST })}\n`
    const bytes = Buffer.from(this.#waiting + lost)
    this.#waiting = ''
    this.#dropped = 0
    return bytes
  }

  #writeSome(bytes: Buffer): void {
    this.#isWriting = true
    write(this.#descriptor, bytes, (error, written) => {
      this.#isWriting = false
      // A pipe that takes nothing now may take it later; any other error means that the log has no reader.
      const rest = bytes.subarray(error?.code === 'EAGAIN' ? 0 : error === null ? written : bytes.length)
      if (rest.length > 0) setTimeout(() => this.#writeSome(rest), error === null ? 0 : RETRY_MS)
      else if (this.#waiting !== '') this.#schedule()
    })
  }

  #writeRest(): void {
    // No callback will come any more, but the thread that writes goes on.
    if (this.#isWriting) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LAST_WRITE_MS)
    try {
      writeSync(this.#descriptor, this.#take())
    } catch {
      // There is no other place to say it.
    }
  }
}
