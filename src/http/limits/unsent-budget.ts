import { SharedMemory } from '#http/connection/shared-bytes.js'
import { TurnFlusher } from '#http/connection/turn-flusher.js'
import { WritePacer } from '#http/connection/write-pacer.js'
import { asBytes, asChunk, SharedFrames } from '#http/response/chunked.js'
import { tooManyRequests } from '#meta/api-error.js'

/**
 * The part of the budget that responses may reserve. The rest is for bytes in sockets, so that a list is never cut
 * because of others.
 */
const RESERVABLE = 1 / 2

interface Waiting {
  readonly bytes: number
  readonly grant: () => void
}

/** The memory of all responses that are made but not read yet. */
export class UnsentBudget {
  readonly limit: number
  /** Bytes shared by several clients. */
  readonly shared = new SharedMemory()
  /** Watch frames, chunked and plain. */
  readonly frames = {
    chunks: new SharedFrames(this.shared, asChunk),
    bare: new SharedFrames(this.shared, asBytes),
  }
  readonly flusher = new TurnFlusher()
  readonly pacer = new WritePacer()
  readonly #timeoutMs: number
  readonly #waiting: Waiting[] = []
  #reserved = 0

  constructor(limit: number, waitTimeoutMs: number) {
    this.limit = limit
    this.#timeoutMs = waitTimeoutMs
  }

  /**
   * Reserves memory for a response, in order of arrival. Returns undefined if it is available; otherwise a promise,
   * which rejects with `tooManyRequests` after a timeout.
   */
  reserve(bytes: number): Promise<void> | undefined {
    if (this.#waiting.length === 0 && this.#hasRoom(bytes)) {
      this.#reserved += bytes
      return undefined
    }
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
        reject(tooManyRequests('too many large responses are pending; try again later'))
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

  /** Corrects a reservation by a difference. */
  adjust(bytes: number): void {
    this.#reserved += bytes
    if (bytes < 0) this.#grant()
  }

  release(bytes: number): void {
    this.adjust(-bytes)
  }

  /** A response larger than the budget may use all of it while no other response holds a part. */
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
