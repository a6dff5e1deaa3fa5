import { RequestAborted } from '#http/request/body.js'
import { tooManyRequests } from '#meta/api-error.js'
import { BATCH_MS, microtasksDrained, nextTurn, turnBegan } from '#util/event-loop.js'
import { type Flow, type SeatedRequest, Ticket } from './flow.js'
import type { RejectionReason } from './flow-metrics.js'
import { type LevelConfig, PriorityLevel } from './priority-level.js'
import { Seats } from './seats.js'

/**
 * Requests of a flow that are always served in a turn. These take about a millisecond, and a turn may also be long
 * because the machine was busy.
 */
const MIN_PER_TURN = 32
/** A quarter of the time that a request has to arrive. */
const WAIT_TIMEOUT_MS = 15_000

export interface DispatcherOptions {
  /** Seats of all levels; `Infinity` for no limit. */
  readonly total: number
  readonly waitTimeoutMs?: number
  readonly minPerTurn?: number
  /** In milliseconds. */
  readonly now?: () => number
  /** The start of this turn of the event loop. */
  readonly turnBegan?: (now: number) => number
}

/**
 * Gives seats to requests, by priority level and fairly among the flows of a level.
 *
 * A request from memory holds its seat only briefly, so seats alone do not limit it. Many of these still delay others
 * on the single thread. So when a turn of the event loop takes long, further requests of a flow wait as for a seat,
 * and the next turns serve levels and queues by the work that they had.
 */
export class Dispatcher {
  readonly #timeoutMs: number
  readonly #minPerTurn: number
  readonly #now: () => number
  readonly #turnBegan: (now: number) => number
  readonly #levels: PriorityLevel[] = []
  readonly #seats: Seats
  /** The time of the level that was served last. */
  #progress = 0
  #waiting = 0
  #isServing = false

  constructor(options: DispatcherOptions) {
    this.#seats = new Seats(options.total, this.#levels)
    this.#timeoutMs = options.waitTimeoutMs ?? WAIT_TIMEOUT_MS
    this.#minPerTurn = options.minPerTurn ?? MIN_PER_TURN
    this.#now = options.now ?? (() => performance.now())
    this.#turnBegan = options.turnBegan ?? turnBegan
  }

  /** In order of name. Levels that are gone stay until their last request has ended. */
  get levels(): readonly PriorityLevel[] {
    return this.#levels
  }

  configure(configs: readonly LevelConfig[]): void {
    const left = new Map(this.#levels.map((level) => [level.name, level]))
    this.#levels.length = 0
    for (const { name, spec } of configs) {
      const level = left.get(name) ?? new PriorityLevel(name, this.#leave)
      left.delete(name)
      level.configure(spec)
      this.#levels.push(level)
    }
    for (const level of left.values()) {
      level.isQuiescing = true
      if (!level.isIdle) this.#levels.push(level)
    }
    this.#levels.sort((one, other) => (one.name < other.name ? -1 : 1))
    this.#seats.allocate()
    if (this.#waiting > 0) this.#serveLater()
  }

  limitOf(level: PriorityLevel): number {
    return this.#seats.limitOf(level)
  }

  /**
   * Takes seats for a request. Returns undefined if the request may run now, otherwise a promise. Throws or rejects
   * with `tooManyRequests` if there is no room, or after a timeout.
   */
  take(
    flow: Flow<PriorityLevel>,
    request: SeatedRequest,
    wanted: number,
    now: number,
  ): Promise<void> | undefined {
    const { level } = flow.schema
    const width = Math.min(wanted, level.maxWidth)
    const hasRoom = this.#seats.hasRoom(level, width)
    if (!hasRoom && !level.hasQueues) {
      level.reject(flow, 'concurrency-limit')
      throw tooMany()
    }
    const { queue } = flow
    const ticket = new Ticket(flow, request, width, now, queue)
    if (hasRoom && level.waiting === 0 && this.#hasTime(flow, now)) {
      level.run(ticket, now, this.#progress)
      return undefined
    }
    // The number of requests that wait only for the next turn is limited by connections.
    if ((!hasRoom || this.#isBlocked(level)) && queue.waiting.length >= level.queueLengthLimit) {
      level.reject(flow, 'queue-full')
      throw tooMany()
    }
    return this.#wait(level, ticket)
  }

  /** Whether the first request that waits needs more seats than there are. */
  #isBlocked(level: PriorityLevel): boolean {
    const { next } = level
    return next !== undefined && !this.#seats.hasRoom(level, next.width)
  }

  #hasTime(flow: Flow, now: number): boolean {
    const turn = this.#turnBegan(now)
    if (flow.turn !== turn) {
      flow.turn = turn
      flow.servedInTurn = 0
    }
    return flow.servedInTurn++ < this.#minPerTurn || now - turn < BATCH_MS
  }

  #wait(level: PriorityLevel, ticket: Ticket): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#giveUp(level, ticket, 'time-out'), this.#timeoutMs)
      const { response, channel } = ticket.request
      // A client that ends its side while it waits has given up.
      const onClientEnd = () => response.destroy()
      const release = () => {
        clearTimeout(timer)
        channel?.offClientEnd(onClientEnd)
      }
      ticket.waiter = { release, grant: resolve, reject }
      level.enqueue(ticket, this.#progress)
      this.#waiting++
      response.once('close', () => this.#giveUp(level, ticket, 'cancelled'))
      channel?.onClientEnd(onClientEnd)
      this.#serveLater()
    })
  }

  #giveUp(level: PriorityLevel, ticket: Ticket, reason: RejectionReason): void {
    const { waiter, flow, arrivedAt } = ticket
    if (waiter === undefined) return
    this.#dequeue(level, ticket)
    level.reject(flow, reason, this.#now() - arrivedAt)
    waiter.reject(reason === 'cancelled' ? new RequestAborted() : tooMany())
    this.#release(level)
    // The next request may need fewer seats.
    this.#serveLater()
  }

  #dequeue(level: PriorityLevel, ticket: Ticket): void {
    ticket.waiter?.release()
    ticket.waiter = undefined
    level.dequeue(ticket)
    this.#waiting--
  }

  /** The response is sent, or the client is gone. */
  readonly #leave = (level: PriorityLevel, ticket: Ticket, now: number): void => {
    level.end(ticket, now, this.#progress)
    this.#release(level)
    if (this.#waiting > 0) this.#serveLater()
  }

  /** Drops a level that is gone, after its last request. */
  #release(level: PriorityLevel): void {
    if (!level.isQuiescing || !level.isIdle) return
    const index = this.#levels.indexOf(level)
    if (index < 0) return
    this.#levels.splice(index, 1)
    this.#seats.allocate()
  }

  #serveLater(): void {
    if (this.#isServing) return
    this.#isServing = true
    void this.#serve()
  }

  /** Serves waiting requests, over as many turns as needed. */
  async #serve(): Promise<void> {
    await nextTurn()
    for (let level = this.#next(); level !== undefined; level = this.#next()) {
      this.#start(level, level.next as Ticket)
      await microtasksDrained()
      const now = this.#now()
      if (now - this.#turnBegan(now) >= BATCH_MS) await nextTurn()
    }
    this.#isServing = false
  }

  #start(level: PriorityLevel, ticket: Ticket): void {
    const { waiter, queue, request } = ticket
    if (!request.isOpen) {
      this.#giveUp(level, ticket, 'cancelled')
      return
    }
    level.progress = Math.max(level.progress, queue.time.value)
    this.#progress = Math.max(this.#progress, level.time.value)
    this.#dequeue(level, ticket)
    level.run(ticket, this.#now(), this.#progress)
    waiter?.grant()
  }

  /** The level that had least work, and whose next request has room. Levels within their share come first. */
  #next(): PriorityLevel | undefined {
    let best: PriorityLevel | undefined
    // Backwards, because a level that is gone is dropped with its last request.
    for (let index = this.#levels.length - 1; index >= 0; index--) {
      const level = this.#levels[index] as PriorityLevel
      if (level.waiting === 0 || !this.#canServe(level)) continue
      if (best === undefined || isBefore(level, best)) best = level
    }
    return best
  }

  #canServe(level: PriorityLevel): boolean {
    for (let ticket = level.next; ticket !== undefined; ticket = level.next) {
      if (this.#seats.hasRoom(level, ticket.width)) return true
      if (level.hasQueues) return false
      this.#giveUp(level, ticket, 'concurrency-limit')
    }
    return false
  }
}

function isBefore(one: PriorityLevel, other: PriorityLevel): boolean {
  const isBorrowing = borrows(one)
  return isBorrowing === borrows(other) ? one.time.value < other.time.value : !isBorrowing
}

const borrows = (level: PriorityLevel): boolean => !level.isExempt && level.seatsInUse >= level.nominal

const tooMany = (): Error => tooManyRequests('Too many requests, please try again later.')
