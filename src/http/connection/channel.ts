import type { Socket } from 'node:net'
import type { Duplex, Writable } from 'node:stream'
import type { ListenerLimits } from '#http/limits/listener-limits.js'
import type { UnsentBudget } from '#http/limits/unsent-budget.js'

/**
 * The transport of one response: an HTTP/1.1 connection or one stream of an HTTP/2 connection. Memory limits apply to
 * each channel.
 */
export abstract class Channel {
  /** Responses are written to this socket. */
  abstract readonly socket: Duplex
  /** The connection that carries the channel. */
  abstract readonly transport: Socket
  /** Bytes of watch events written to the socket. */
  eventBytes = 0
  /** The fixed cost of a write, in equivalent bytes. */
  readonly writeCost: number = 0
  /** The budget that all channels share. */
  readonly budget: UnsentBudget
  readonly limits: ListenerLimits
  #isStreaming = false
  /** The bytes of the current response, if other responses share them. */
  #shared: Buffer | undefined
  /** Bytes reserved for the current response, besides those handed to the socket. */
  #reserved = 0

  constructor(budget: UnsentBudget, limits: ListenerLimits) {
    this.budget = budget
    this.limits = limits
  }

  /** Whether the current response is a watch stream. All its bytes count as shared memory. */
  get isStreaming(): boolean {
    return this.#isStreaming
  }

  /** The current response becomes a watch stream. */
  beginStream(): void {
    this.#isStreaming = true
  }

  /** Calls the listener when the client ends its side of the connection. */
  abstract onClientEnd(listener: () => void): void
  abstract offClientEnd(listener: () => void): void

  /** Call this while bytes wait for the client. Returns whether the client has read nothing for too long. */
  abstract isOverdue(timeoutMs: number): boolean

  /** Aborts the current response and frees its memory. The client can tell that the response is incomplete. */
  abstract cut(): void

  /** Bytes that the client has not read yet. */
  get unsentBytes(): number {
    return this.queuedBytes + this.ownBytes
  }

  /** Unread bytes that only this channel keeps in memory. */
  get unsharedBytes(): number {
    if (this.#isStreaming) return this.ownBytes
    return this.ownBytes + Math.max(0, this.queuedBytes - (this.#shared?.length ?? 0))
  }

  protected get queuedBytes(): number {
    return this.socket.writableLength
  }

  /** Bytes that the channel holds outside its socket. */
  protected get ownBytes(): number {
    return this.#reserved
  }

  /** The current response ended, or the channel closed. */
  protected endResponse(): void {
    this.#isStreaming = false
    this.#unshare()
  }

  /** The current response consists of bytes that other responses share. They count once until the response ends. */
  share(bytes: Buffer): void {
    this.#unshare()
    this.#shared = bytes
    this.budget.shared.hold(bytes)
  }

  #unshare(): void {
    if (this.#shared !== undefined) this.budget.shared.release(this.#shared)
    this.#shared = undefined
  }

  /**
   * Reserves memory for the current response. Returns undefined if it is available; otherwise a promise, which
   * rejects with `tooManyRequests` after a timeout. A response that already holds memory does not wait for more,
   * because others may wait for what it holds.
   */
  reserve(bytes: number): Promise<void> | undefined {
    if (this.#reserved > 0 || bytes === 0) {
      this.budget.adjust(bytes - this.#reserved)
      this.#reserved = bytes
      return undefined
    }
    const granted = this.budget.reserve(bytes)
    if (granted === undefined) {
      this.#reserved = bytes
      return undefined
    }
    return granted.then(() => {
      this.#reserved = bytes
    })
  }
}

/** Measures how long a counter has not advanced. It is sampled from time to time. */
export class Stall {
  #last = Number.NaN
  #since = 0

  /** `done` is the current value of the counter. */
  isLongerThan(timeoutMs: number, done: number): boolean {
    const now = performance.now()
    if (done === this.#last) return now - this.#since > timeoutMs
    this.#last = done
    this.#since = now
    return false
  }
}

/**
 * Resolves when the client has read what was written, or is gone; undefined if nothing is queued. The caller always
 * yields to the event loop, even for a client that keeps pace.
 */
export function drained(response: Writable): Promise<void> | undefined {
  if (!response.writableNeedDrain || response.destroyed) return undefined
  return new Promise((resolve) => {
    const done = () => {
      response.off('drain', done)
      response.off('close', done)
      setImmediate(resolve)
    }
    response.on('drain', done)
    response.on('close', done)
  })
}
