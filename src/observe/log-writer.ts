import { write, writeSync } from 'node:fs'
import { onProcessExit } from '#util/async/process-exit.js'

/** An open file, such as a `FileHandle`. */
export interface LogFile {
  readonly fd: number
  close(): Promise<void>
}

const stayOpen = async () => undefined
export const STANDARD_OUTPUT: LogFile = { fd: 1, close: stayOpen }
export const STANDARD_ERROR: LogFile = { fd: 2, close: stayOpen }

/** What may wait to be written when the log is not read. What does not fit is dropped: a log must not stop the server. */
const MAX_WAITING = 1024 * 1024
/** How long the end of the process waits for what is on its way to be written, in milliseconds. */
const LAST_WRITE_MS = 20
/** When a pipe that is full is tried again, in milliseconds. */
const RETRY_MS = 20

export interface LogWriterOptions {
  /** The line that says how many lines were dropped. */
  readonly lost: (lines: number) => string
  /** Called with the error of each write that fails, and with undefined after a write that does not. */
  readonly onWrite?: (error: Error | undefined) => void
}

/**
 * Writes lines to a file beside the work of the event loop: a pipe that is full would stop it. What was logged in
 * one turn of the loop is written together, and what waits when the process exits is written then.
 */
export class LogWriter {
  readonly #options: LogWriterOptions
  #file: LogFile
  #waiting = ''
  #dropped = 0
  #isScheduled = false
  #isWriting = false
  /** Called when no write is in progress. */
  #onIdle: (() => void)[] = []
  readonly #forget: () => void

  constructor(file: LogFile, options: LogWriterOptions) {
    this.#file = file
    this.#options = options
    this.#forget = onProcessExit(() => this.#writeRest())
  }

  readonly write = (line: string): void => {
    if (this.#waiting.length + line.length > MAX_WAITING) {
      this.#dropped++
      return
    }
    this.#waiting += `${line}\n`
    this.#schedule()
  }

  /** Continues in another file, and closes the one before. */
  async replace(file: LogFile): Promise<void> {
    await this.#idle()
    const previous = this.#file
    this.#file = file
    await previous.close()
  }

  /** Writes what waits, and closes the file. */
  async close(): Promise<void> {
    await this.#idle()
    this.#writeRest()
    this.#forget()
    await this.#file.close()
  }

  #schedule(): void {
    if (this.#isScheduled || this.#isWriting) return
    this.#isScheduled = true
    setImmediate(() => {
      this.#isScheduled = false
      if (!this.#isWriting && this.#waiting !== '') this.#writeSome(...this.#take())
    })
  }

  /** All that waits, with how many lines were lost before it. */
  #take(): [bytes: Buffer, lost: number] {
    const lost = this.#dropped
    const bytes = Buffer.from(this.#waiting + (lost === 0 ? '' : `${this.#options.lost(lost)}\n`))
    this.#waiting = ''
    this.#dropped = 0
    return [bytes, lost]
  }

  #writeSome(bytes: Buffer, lost: number): void {
    this.#isWriting = true
    write(this.#file.fd, bytes, (error, written) => {
      // A pipe that takes nothing now may take it later; any other error means that the log cannot be written.
      const isFull = error?.code === 'EAGAIN'
      const rest = error === null ? bytes.subarray(written) : isFull ? bytes : NOTHING
      if (rest.length > 0) {
        setTimeout(() => this.#writeSome(rest, lost), isFull ? RETRY_MS : 0)
        return
      }
      this.#isWriting = false
      if (error !== null) this.#dropped += linesOf(bytes) + Math.max(lost - 1, 0)
      this.#options.onWrite?.(error ?? undefined)
      for (const resolve of this.#onIdle.splice(0)) resolve()
      // After a failure the next line tries again.
      if (this.#waiting !== '') this.#schedule()
    })
  }

  #idle(): Promise<void> {
    return this.#isWriting ? new Promise((resolve) => this.#onIdle.push(resolve)) : Promise.resolve()
  }

  #writeRest(): void {
    if (this.#waiting === '' && this.#dropped === 0) return
    // No callback will come any more, but the thread that writes goes on.
    if (this.#isWriting) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LAST_WRITE_MS)
    try {
      writeSync(this.#file.fd, this.#take()[0])
    } catch {
      // There is no other place to say it.
    }
  }
}

const NOTHING = Buffer.alloc(0)

function linesOf(bytes: Buffer): number {
  let lines = 0
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lines++
  return lines
}
