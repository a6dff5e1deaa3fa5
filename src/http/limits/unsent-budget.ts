import { SharedMemory } from '#http/connection/shared-bytes.js'
import { TurnFlusher } from '#http/connection/turn-flusher.js'
import { WritePacer } from '#http/connection/write-pacer.js'
import { asBytes, asChunk, SharedFrames } from '#http/response/chunked.js'
import { tooManyRequests } from '#meta/api-error.js'

/**
 * The part of the budget that responses may reserve. The rest is for what is in the sockets, so that a list is never cut
 * off because others were let in.
 */
const RESERVABLE = 1 / 2
/** How long a response waits for room before it is rejected. */
const WAIT_TIMEOUT_MS = 10_000

interface Waiting {
  readonly bytes: number
  readonly grant: () => void
}

/** How much memory all responses together may take that are made but not taken by their clients yet. */
export class UnsentBudget {
  readonly limit: number
  /** What goes to many clients. */
  readonly shared = new SharedMemory()
  /** The frames that watches are sent, in chunks and without. */
  readonly frames = {
    chunks: new SharedFrames(this.shared, asChunk),
    bare: new SharedFrames(this.shared, asBytes),
  }
  readonly flusher = new TurnFlusher()
  readonly pacer = new WritePacer()
  readonly #timeoutMs: number
  readonly #waiting: Waiting[] = []
  #reserved = 0

  constructor(limit: number, waitTimeoutMs = WAIT_TIMEOUT_MS) {
    this.limit = limit
    this.#timeoutMs = waitTimeoutMs
  }

  /**
   * Sets room aside for a response that needs memory of its own; first come, first served. Undefined when there is room
   * now. Rejects with `tooManyRequests` when there is none for long.
   */
  reserve(bytes: number): Promise<void> | undefined {
    if (this.#waiting.length === 0 && this.#hasRoom(bytes)) {
      this.#reserved += bytes
      return undefined
    }
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
        reject(tooManyRequests('too many long answers wait for their clients; try again later'))
        this.#grant()
      }
      const timer = setTimeout(giveUp, this.#timeoutMs)
      const grant = () => {
        clearTimeout(timer)
        this.#reserved += bytes
        resolve()
      }
      const waiting = { bytes, grant }
      this.#waiting.push(waiting)
    })
  }

  /** The response turned out to need so much more, or less. */
  adjust(bytes: number): void {
    this.#reserved += bytes
    if (bytes < 0) this.#grant()
  }

  release(bytes: number): void {
    this.adjust(-bytes)
  }

  /** What is larger than all of the room may have all of it while no other response has a part. */
  #hasRoom(bytes: number): boolean {
    return this.#reserved === 0 || this.#reserved + bytes <= this.limit * RESERVABLE
  }

  #grant(): void {
    for (let first = this.#waiting[0]; first !== undefined; first = this.#waiting[0]) {
      if (!this.#hasRoom(first.bytes)) return
      this.#waiting.shift()
      first.grant()
    }
  }
}
