import type { ServerResponse } from 'node:http'
import type { Writable } from 'node:stream'
import type { ApiError } from '../meta/api-error.js'
import { asChunk } from './chunked.js'
import { drained } from './drained.js'

/** What may wait in a connection for its client before the client counts as too slow. */
const QUEUE_LIMIT = 16 * 1024 * 1024

/** Is told what watch streams do. */
export interface StreamObserver {
  opened(): void
  closed(): void
  sent(events: number): void
  /** How many bytes wait for a client just now. */
  queued(bytes: number): void
  cutOff(): void
  /** What a client is told about an error; what is a fault of ours is logged. */
  explain(error: unknown): ApiError
}

/**
 * The connection of one watch. Frames are handed to the socket at once and wait there; a client that lets too
 * much pile up is cut off.
 *
 * An answer of unknown length travels in chunks. Node would make three pieces of every frame for every watcher, the
 * length, the bytes and a line break; here frames become a chunk once, for all watchers, and go to the socket itself.
 */
export class WatchStream {
  readonly #response: ServerResponse
  readonly #observer: StreamObserver

  constructor(response: ServerResponse, observer: StreamObserver) {
    this.#response = response
    this.#observer = observer
  }

  /** Returns false when the client is gone, or was too slow. */
  send(frames: readonly Buffer[]): boolean {
    const response = this.#response
    if (response.destroyed || response.writableEnded) return false
    const target = this.#target
    target.write(target === response ? Buffer.concat(frames) : asChunk(frames))
    this.#observer.sent(frames.length)
    const queued = target.writableLength
    this.#observer.queued(queued)
    if (queued <= QUEUE_LIMIT) return true
    this.#observer.cutOff()
    response.destroy()
    return false
  }

  end(lastFrame: Buffer): void {
    if (!this.#response.destroyed && !this.#response.writableEnded) this.#response.end(lastFrame)
  }

  drained(): Promise<void> | undefined {
    return drained(this.#target)
  }

  /**
   * The socket, once the answer has it to itself: while the answer to an earlier request on the same connection is under
   * way, what is written waits in the response. Clients of HTTP/1.0 know no chunks.
   */
  get #target(): Writable {
    const { socket, chunkedEncoding, headersSent } = this.#response
    return socket !== null && chunkedEncoding && headersSent ? socket : this.#response
  }
}
