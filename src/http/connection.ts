import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { ListenerLimits } from './listener-limits.js'
import type { UnsentBudget } from './unsent-budget.js'

/** How many requests may wait behind a stream of events, which lasts for long and is read from all the same. */
const MAX_BEHIND_STREAM = 100

/** What a request that waits takes of the memory, roughly: its message, its headers and the answer to be. */
const WAITING_REQUEST_BYTES = 4096

/**
 * One connection of a client. Its requests are answered one after the other: a request that is sent before the answer
 * to the one before has left waits here, and the connection is not read from meanwhile. So a client that sends without
 * reading stops itself, and costs what the bytes of one read from its socket cost, which hold some 2,400 requests at
 * most.
 */
export class Connection {
  readonly socket: Socket
  /** The answer that is under way. */
  #current: ServerResponse | undefined
  readonly #waiting: ServerResponse[] = []
  #isPausable = false
  /** Whether something arrived that is not HTTP. */
  isBroken = false
  #isStreaming = false
  /** What the answer under way is sent of, if it is also sent to others. */
  #shared: Buffer | undefined
  /** What the answer under way has in memory for itself, besides what was handed to the socket. */
  #reserved = 0
  /** Whether the time is running within which the client has to take something. */
  isTimed = false

  /** The budget that this connection shares with all others. */
  readonly budget: UnsentBudget

  /** What its requests and answers must keep to. */
  readonly limits: ListenerLimits

  constructor(socket: Socket, budget: UnsentBudget, limits: ListenerLimits) {
    this.socket = socket
    this.budget = budget
    this.limits = limits
  }

  /** Whether the answer under way is a stream of events. All that is sent on it is counted as shared memory. */
  get isStreaming(): boolean {
    return this.#isStreaming
  }

  /**
   * The answer under way becomes a stream of events. It may have nothing to send for hours, so only by reading does the
   * server learn that its client is gone: a connection that was paused is read from again.
   */
  beginStream(): void {
    this.#isStreaming = true
    if (this.#isPausable) this.socket.resume()
  }

  get isIdle(): boolean {
    return this.#current === undefined
  }

  /** The last request that has arrived and is not answered yet. */
  get last(): ServerResponse | undefined {
    return this.#waiting.at(-1) ?? this.#current
  }

  /** How much the client has not taken yet. */
  get unsentBytes(): number {
    return this.socket.writableLength + this.#ownBytes
  }

  /** What is in memory for this client alone because it was not taken yet. */
  get unsharedBytes(): number {
    if (this.#isStreaming) return this.#ownBytes
    const { writableLength } = this.socket
    return this.#ownBytes + Math.max(0, writableLength - (this.#shared?.length ?? 0))
  }

  get #ownBytes(): number {
    return this.#reserved + this.#waiting.length * WAITING_REQUEST_BYTES
  }

  /** A request has arrived. Returns whether it is to be answered now. */
  arrive(response: ServerResponse): boolean {
    if (this.#current === undefined) {
      this.#current = response
      return true
    }
    this.#waiting.push(response)
    if (!this.#isStreaming) this.#pause()
    else if (this.#waiting.length > MAX_BEHIND_STREAM) this.socket.destroy()
    return false
  }

  isAnswering(response: ServerResponse): boolean {
    return this.#current === response
  }

  /** The answer under way is over. Returns the request that is to be answered next. */
  next(): ServerResponse | undefined {
    this.#current = this.#waiting.shift()
    this.#isStreaming = false
    this.isTimed = false
    this.#unshare()
    if (this.#isPausable && this.#waiting.length === 0) this.socket.resume()
    return this.#current
  }

  /** The connection is closed, whatever was under way. */
  close(): void {
    this.#current = undefined
    this.#waiting.length = 0
    this.#unshare()
  }

  /** The answer under way consists of bytes that go to others too. They are counted once, until it is over. */
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
   * Sets so much memory aside for the answer under way. Undefined when it is there; else to be waited for, and rejected
   * with `tooManyRequests` when it takes too long. An answer that has some already is not made to wait for more: what
   * it holds would be missing to other answers that wait.
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

  /**
   * All of the request that is being answered has arrived when there is one behind it, so nothing waits for what is not
   * read now. Node goes on reading by itself at the end of every request; hence the listener.
   */
  #pause(): void {
    this.socket.pause()
    if (this.#isPausable) return
    this.#isPausable = true
    this.socket.on('resume', () => {
      if (this.#waiting.length > 0 && !this.#isStreaming) this.socket.pause()
    })
  }
}
