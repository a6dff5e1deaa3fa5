import type { Socket } from 'node:net'
import type { Duplex, Writable } from 'node:stream'
import type { ListenerLimits } from '#http/limits/listener-limits.js'
import type { UnsentBudget } from '#http/limits/unsent-budget.js'

/**
 * The way on which one client is answered: a connection of HTTP/1.1, or one of the many streams of an HTTP/2
 * connection. The limits on what may wait for a client hold for each.
 */
export abstract class Channel {
  /** What answers are written to. */
  abstract readonly socket: Duplex
  /** The connection that the channel is, or is a part of. */
  abstract readonly transport: Socket
  /** How many bytes of events were written to the socket. */
  eventBytes = 0
  /** What a write costs, besides its bytes: as much as writing so many bytes more. */
  readonly writeCost: number = 0
  /** The budget that this channel shares with all others. */
  readonly budget: UnsentBudget
  /** What its requests and answers must keep to. */
  readonly limits: ListenerLimits
  #isStreaming = false
  /** What the response under way is sent of, if it is also sent to others. */
  #shared: Buffer | undefined
  /** What the response under way has in memory for itself, besides what was handed to the socket. */
  #reserved = 0

  constructor(budget: UnsentBudget, limits: ListenerLimits) {
    this.budget = budget
    this.limits = limits
  }

  /** Whether the response under way is a stream of events. All that is sent on it is counted as shared memory. */
  get isStreaming(): boolean {
    return this.#isStreaming
  }

  /** The response under way becomes a stream of events. */
  beginStream(): void {
    this.#isStreaming = true
  }

  /** Has the listener called when the client has said that it will send no more, and may be gone. */
  abstract onClientEnd(listener: () => void): void
  abstract offClientEnd(listener: () => void): void

  /** To be called whenever something waits for the client. Returns whether it has taken nothing for too long. */
  abstract isOverdue(timeoutMs: number): boolean

  /** Breaks off what is under way: what is in memory for this client is freed, and the response does not look complete. */
  abstract cut(): void

  /** How much the client has not taken yet. */
  get unsentBytes(): number {
    return this.queuedBytes + this.ownBytes
  }

  /** What is in memory for this client alone because it was not taken yet. */
  get unsharedBytes(): number {
    if (this.#isStreaming) return this.ownBytes
    return this.ownBytes + Math.max(0, this.queuedBytes - (this.#shared?.length ?? 0))
  }

  /** What is on its way to the client. */
  protected get queuedBytes(): number {
    return this.socket.writableLength
  }

  /** What the channel holds besides what is in its socket. */
  protected get ownBytes(): number {
    return this.#reserved
  }

  /** The response under way is over, or the channel is closed. */
  protected endResponse(): void {
    this.#isStreaming = false
    this.#unshare()
  }

  /** The response under way consists of bytes that go to others too. They are counted once, until it is over. */
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
   * Sets so much memory aside for the response under way. Undefined when it is there; else to be waited for, and rejected
   * with `tooManyRequests` when it takes too long. A response that has some already is not made to wait for more: what
   * it holds would be missing to other responses that wait.
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

/** For how long something has not come any further. It is looked at now and then. */
export class Stall {
  #last = Number.NaN
  #since = 0

  /** `done` is how much was done so far, by any measure. */
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
