import type { Channel } from '#http/connection/channel.js'
import { drained } from '#http/connection/drained.js'
import type { HttpResponse } from '#http/request/exchange.js'
import type { ApiError } from '#meta/api-error.js'

/** What may wait in a connection for its client before the client counts as too slow. */
const QUEUE_LIMIT = 16 * 1024 * 1024

/** Is notified of what watch streams do. */
export interface StreamObserver {
  opened(): void
  closed(): void
  sent(events: number): void
  /** How many bytes wait for a client just now. */
  queued(bytes: number): void
  cutOff(): void
  /** The error as the client gets it; a fault of the server is logged. */
  explain(error: unknown): ApiError
}

/**
 * The connection of one watch. Frames are handed to the socket at once and wait there; a client that lets too
 * much pile up is cut off.
 *
 * An answer of unknown length travels in chunks. Node would make three pieces of every frame for every watcher, the
 * length, the bytes and a line break; here frames become a chunk once, for all watchers, and go to the socket itself.
 * Clients of HTTP/1.0 know no chunks; they get the frames as they are.
 */
export class WatchStream {
  readonly #response: HttpResponse
  readonly #channel: Channel
  readonly #observer: StreamObserver

  /** The head of the answer is on its way: the socket is this stream's until the end. */
  constructor(response: HttpResponse, channel: Channel, observer: StreamObserver) {
    this.#response = response
    this.#channel = channel
    this.#observer = observer
    channel.beginStream()
  }

  /** Returns false when the client is gone, or was too slow. */
  send(frames: readonly Buffer[]): boolean {
    const response = this.#response
    if (response.destroyed || response.writableEnded) return false
    const { socket, budget, writeCost } = this.#channel
    const { chunks, bare } = budget.frames
    const shared = (response.chunkedEncoding ? chunks : bare).of(frames)
    budget.pacer.beforeWrite(socket, shared.bytes.length + writeCost)
    shared.writeTo(socket)
    this.#channel.eventBytes += shared.bytes.length
    this.#observer.sent(frames.length)
    const queued = socket.writableLength
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
    return drained(this.#channel.socket)
  }
}
