import { RequestAborted } from '#http/request/body.js'
import { tooManyRequests } from '#meta/api-error.js'
import type { Counter, Gauge } from '#observe/metrics.js'
import { BATCH_MS, microtasksDrained, nextTurn, turnBegan } from '#util/event-loop.js'
import { UserQueue, type WaitingRequest } from './user-queue.js'

/**
 * Requests of a user that are always served in a turn. These take about a millisecond, and a turn may also be long
 * because the machine was busy.
 */
const MIN_PER_TURN = 32
/** Milliseconds of work per user and round. A get takes a thirtieth. */
const QUANTUM_MS = 1
/** Minimum cost of a request, in milliseconds. */
const MIN_COST_MS = 0.01
/** Maximum debt of a user, in milliseconds: code is slow on its first run. */
const MAX_DEBT_MS = 50
const WAIT_TIMEOUT_MS = 5_000
/** The part of the seats that one user cannot take: something is always left for others. */
const SHARED_PART = 1 / 10
/** Maximum number of idle users in memory. */
const MAX_IDLE = 1_000

export interface FairSeatsOptions {
  /** Maximum requests in flight; `Infinity` for no limit. */
  readonly limit: number
  /** Whether users are distinguished, and none may take all seats. */
  readonly keepsUsersApart: boolean
  readonly metrics: SeatMetrics
  readonly waitTimeoutMs?: number
  readonly leastInTurn?: number
  /** In milliseconds. */
  readonly now?: () => number
  /** The start of this turn of the event loop. */
  readonly turnBegan?: (now: number) => number
}

/** Metrics of seats. */
export interface SeatMetrics {
  readonly inFlight: Pick<Gauge, 'value'>
  readonly waiting: Pick<Gauge, 'value'>
  readonly rejected: Pick<Counter, 'value'>
}

/**
 * Seats for requests in flight, assigned to users fairly.
 *
 * A request from memory holds its seat only briefly, so seats alone do not limit it. Many of these still delay other
 * users on the single thread. So when a turn of the event loop takes long, further requests of a user wait as for a
 * seat, and the next turns serve users by deficit round robin. Each user has a millisecond of work per round and
 * skips rounds after longer work: short requests of one user do not wait behind long ones of another.
 */
export class FairSeats {
  readonly #limit: number
  readonly #limitOfUser: number
  readonly #metrics: SeatMetrics
  readonly #timeoutMs: number
  readonly #leastInTurn: number
  readonly #now: () => number
  readonly #turnBegan: (now: number) => number
  readonly #users = new Map<string, UserQueue>()
  /** Users with waiting requests, next one first. */
  readonly #round: UserQueue[] = []
  #taken = 0
  #isServing = false

  constructor(options: FairSeatsOptions) {
    const { limit, keepsUsersApart } = options
    this.#limit = limit
    const isShared = keepsUsersApart && limit > 1 && Number.isFinite(limit)
    const shared = isShared ? Math.max(1, Math.floor(limit * SHARED_PART)) : 0
    this.#limitOfUser = limit - shared
    this.#metrics = options.metrics
    this.#timeoutMs = options.waitTimeoutMs ?? WAIT_TIMEOUT_MS
    this.#leastInTurn = options.leastInTurn ?? MIN_PER_TURN
    this.#now = options.now ?? (() => performance.now())
    this.#turnBegan = options.turnBegan ?? turnBegan
  }

  /** The queue of a user. */
  of(name: string): UserQueue {
    let user = this.#users.get(name)
    if (user === undefined) {
      if (this.#users.size >= MAX_IDLE) this.#forgetIdle()
      user = new UserQueue(this)
      this.#users.set(name, user)
    }
    return user
  }

  /**
   * Takes a seat for a request. Returns undefined if the request may run now, otherwise a promise. Throws or rejects
   * with `tooManyRequests` if too many requests wait, or after a timeout.
   */
  take(user: UserQueue, request: { readonly isOpen: boolean }, now: number): Promise<void> | undefined {
    if (this.#round.length === 0 && this.#hasSeat(user) && this.#hasTime(user, now)) {
      this.#seat(user)
      return undefined
    }
    // The number of requests that wait only for the next turn is limited by connections.
    if (user.waiting.length >= this.#limit && !this.#hasSeat(user)) throw this.#rejection()
    return this.#wait(user, request)
  }

  /** Releases the seat after the response, or if the client is gone. */
  leave(user: UserQueue): void {
    user.seats--
    this.#taken--
    this.#metrics.inFlight.value--
    if (this.#round.length > 0) this.#serveLater()
  }

  #hasTime(user: UserQueue, now: number): boolean {
    const turn = this.#turnBegan(now)
    if (user.turn !== turn) {
      user.turn = turn
      user.servedInTurn = 0
    }
    return user.servedInTurn++ < this.#leastInTurn || now - turn < BATCH_MS
  }

  #hasSeat(user: UserQueue): boolean {
    return this.#taken < this.#limit && user.seats < this.#limitOfUser
  }

  #seat(user: UserQueue): void {
    user.seats++
    this.#taken++
    this.#metrics.inFlight.value++
  }

  #wait(user: UserQueue, request: { readonly isOpen: boolean }): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        user.waiting.splice(user.waiting.indexOf(waiting), 1)
        this.#metrics.waiting.value--
        reject(this.#rejection())
      }
      const timer = setTimeout(giveUp, this.#timeoutMs)
      const waiting: WaitingRequest = {
        get isOpen() {
          return request.isOpen
        },
        grant: () => {
          clearTimeout(timer)
          resolve()
        },
        reject: (error) => {
          clearTimeout(timer)
          reject(error)
        },
      }
      if (user.waiting.push(waiting) === 1 && !this.#round.includes(user)) this.#round.push(user)
      this.#metrics.waiting.value++
      this.#serveLater()
    })
  }

  #rejection(): Error {
    this.#metrics.rejected.value++
    return tooManyRequests('Too many requests, please try again later.')
  }

  #serveLater(): void {
    if (this.#isServing) return
    this.#isServing = true
    void this.#serve()
  }

  /** Serves waiting requests, over as many turns as needed. */
  async #serve(): Promise<void> {
    await nextTurn()
    for (let user = this.#next(); user !== undefined; user = this.#next()) {
      const request = user.waiting.shift() as WaitingRequest
      this.#metrics.waiting.value--
      if (!request.isOpen) {
        request.reject(new RequestAborted())
        continue
      }
      const began = this.#now()
      this.#seat(user)
      request.grant()
      await microtasksDrained()
      const now = this.#now()
      this.#charge(user, now - began)
      if (now - this.#turnBegan(now) >= BATCH_MS) await nextTurn()
    }
    this.#isServing = false
  }

  /** A user without credit goes to the end of the round. */
  #charge(user: UserQueue, cost: number): void {
    user.credit = Math.max(user.credit - Math.max(cost, MIN_COST_MS), -MAX_DEBT_MS)
    if (user.credit <= 0 && this.#round[0] === user) this.#rotate()
  }

  /** The next user; undefined if no waiting request can get a seat. */
  #next(): UserQueue | undefined {
    let full = 0
    while (this.#round.length > full && this.#taken < this.#limit) {
      const user = this.#round[0] as UserQueue
      if (user.waiting.length === 0) {
        this.#round.shift()
        // Idle users do not save credit.
        user.credit = Math.min(user.credit, 0)
      } else if (user.seats >= this.#limitOfUser) {
        full++
        this.#rotate()
      } else {
        if (user.credit <= 0) user.credit += QUANTUM_MS
        if (user.credit > 0) return user
        full = 0
        this.#rotate()
      }
    }
    return undefined
  }

  #rotate(): void {
    this.#round.push(this.#round.shift() as UserQueue)
  }

  #forgetIdle(): void {
    for (const [name, user] of this.#users) if (user.isIdle) this.#users.delete(name)
  }
}
