import { type Channel, drained } from '#http/connection/channel.js'
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

/** So much is written at once. It is gathered only as long as it is less. */
const WRITE_BYTES = 64 * 1024

/**
 * The connection of one watch. The frames of one turn of the event loop are gathered and handed to the socket in one write; they
 * wait there. A client that lets too much pile up is cut off.
 *
 * A response of unknown length travels in chunks. Node would make three pieces of every frame for every watcher: the length, the
 * bytes and a line break. Here frames become a chunk once, for all watchers, and go to the socket itself. Clients of HTTP/1.0
 * know no chunks; they get the frames as they are.
 */
export class WatchStream {
  readonly #response: HttpResponse
  readonly #channel: Channel
  readonly #observer: StreamObserver
  /** The frames that were not written yet. */
  #frames: Buffer[] = []
  #frameBytes = 0
  /** Whether the stream is about to be flushed. */
  #isQueued = false

  /** The head of the response is on its way: the socket is this stream's until the end. */
  constructor(response: HttpResponse, channel: Channel, observer: StreamObserver) {
    this.#response = response
    this.#channel = channel
    this.#observer = observer
    channel.beginStream()
  }

  /** Returns false when the client is gone, or was too slow. */
  send(frames: readonly Buffer[]): boolean {
    if (!this.#isOpen) return false
    for (const frame of frames) {
      this.#frames.push(frame)
      this.#frameBytes += frame.length
    }
    this.#observer.sent(frames.length)
    if (this.#frameBytes >= WRITE_BYTES) return this.#write()
    if (!this.#isQueued) {
      this.#isQueued = true
      this.#channel.budget.flusher.add(this)
    }
    return true
  }

  /** Called at the end of a turn in which frames were sent. */
  flush(): void {
    this.#isQueued = false
    this.#write()
  }

  /** Writes what was gathered. Returns false when too much waits for the client. */
  #write(): boolean {
    const frames = this.#frames
    if (frames.length === 0 || !this.#isOpen) return true
    this.#frames = []
    this.#frameBytes = 0
    const { socket, budget, writeCost } = this.#channel
    const { chunks, bare } = budget.frames
    const shared = (this.#response.chunkedEncoding ? chunks : bare).of(frames)
    budget.pacer.beforeWrite(socket, shared.bytes.length + writeCost)
    shared.writeTo(socket)
    this.#channel.eventBytes += shared.bytes.length
    const queued = socket.writableLength
    this.#observer.queued(queued)
    if (queued <= QUEUE_LIMIT) return true
    this.#observer.cutOff()
    this.#response.destroy()
    return false
  }

  get #isOpen(): boolean {
    return !this.#response.destroyed && !this.#response.writableEnded
  }

  /** Ends the response behind all that was sent. */
  end(lastFrame?: Buffer): void {
    this.#write()
    if (this.#isOpen) this.#response.end(lastFrame)
  }

  drained(): Promise<void> | undefined {
    this.#write()
    return drained(this.#channel.socket)
  }
}
