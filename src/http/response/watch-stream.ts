import { type Channel, drained } from '#http/connection/channel.js'
import type { EventStream, HttpResponse } from '#http/request/exchange.js'
import type { ApiError } from '#meta/api-error.js'
import type { ServedVersion } from '#registry/kind.js'

/** Maximum bytes queued for a watch before its client counts as too slow. */
const QUEUE_LIMIT = 16 * 1024 * 1024

/** Observes watch streams. */
export interface StreamObserver {
  /** An event of so many bytes was sent. */
  sent(bytes: number): void
  /** Bytes queued for a client now. */
  queued(bytes: number): void
  cutOff(): void
  /** The error for the client; logs internal errors. */
  explain(error: unknown): ApiError
}

export interface StreamObservers {
  /** Observes watches of a version of a kind. */
  ofVersion(version: ServedVersion): StreamObserver
  /** Observes all other watches. */
  others(): StreamObserver
}

/** Buffered frames are written at this size, or at the end of the turn. */
const WRITE_BYTES = 64 * 1024

/**
 * The connection of one watch. The frames of one turn of the event loop take one write. A client with too many queued
 * bytes is disconnected.
 *
 * Node would write three chunks per frame and watcher: length, bytes and line break. Here frames are encoded as a
 * chunk once for all watchers and written to the socket directly. HTTP/1.0 clients get plain frames.
 */
export class WatchStream implements EventStream {
  readonly #response: HttpResponse
  readonly #channel: Channel
  readonly #observer: StreamObserver
  /** Frames that are not written yet. */
  #frames: Buffer[] = []
  #frameBytes = 0
  sentBytes = 0
  /** Whether a flush is scheduled. */
  #isQueued = false

  /** Call this after the head was sent: from then on the stream owns the socket. */
  constructor(response: HttpResponse, channel: Channel, observer: StreamObserver) {
    this.#response = response
    this.#channel = channel
    this.#observer = observer
    channel.beginStream()
  }

  /** Returns false if the client is gone or too slow. */
  send(frames: readonly Buffer[]): boolean {
    if (!this.#isOpen) return false
    for (const frame of frames) {
      this.#frames.push(frame)
      this.#frameBytes += frame.length
      this.#observer.sent(frame.length)
    }
    if (this.#frameBytes >= WRITE_BYTES) return this.#write()
    if (!this.#isQueued) {
      this.#isQueued = true
      this.#channel.budget.flusher.add(this)
    }
    return true
  }

  /** Called at the end of the turn. */
  flush(): void {
    this.#isQueued = false
    this.#write()
  }

  /** Writes the buffered frames. Returns false if too many bytes are queued. */
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
    this.sentBytes += shared.bytes.length
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

  /** Ends the response after all sent frames. */
  end(lastFrame?: Buffer): void {
    this.#write()
    if (this.#isOpen) this.#response.end(lastFrame)
  }

  drained(): Promise<void> | undefined {
    this.#write()
    return drained(this.#channel.socket)
  }
}
