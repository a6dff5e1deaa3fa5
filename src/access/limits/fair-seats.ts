import { RequestAborted } from '#http/request/body.js'
import { tooManyRequests } from '#meta/api-error.js'
import type { Counter, Gauge } from '#observe/metrics.js'
import { BATCH_MS, microtasksDrained, nextTurn, turnBegan } from '#util/event-loop.js'
import { UserQueue, type WaitingRequest } from './user-queue.js'

/**
 * How many requests of a user are served in a turn of the event loop however long it takes. So many short ones take about a
 * millisecond, and a turn may also take long because the machine had something else to do.
 */
const MIN_PER_TURN = 32
/** How many milliseconds of work a user is given in each round. A get takes a thirtieth of that. */
const QUANTUM_MS = 1
/** The least that a request is counted as, in milliseconds. */
const MIN_COST_MS = 0.01
/** The most that an overrun is counted as, in milliseconds: code that runs for the first time is slow. */
const MAX_DEBT_MS = 50
/** How long a request waits before it is rejected. */
const WAIT_TIMEOUT_MS = 5_000
/** The part of the seats that no user has alone: of a tenth there is always something left for others. */
const SHARED_PART = 1 / 10
/** How many users without a request are remembered. */
const MAX_IDLE = 1_000

export interface FairSeatsOptions {
  /** How many requests may be under way at once; `Infinity` for any number. */
  readonly limit: number
  /** Whether there are users, of whom none may have all seats alone. */
  readonly keepsUsersApart: boolean
  readonly metrics: SeatMetrics
  readonly waitTimeoutMs?: number
  readonly leastInTurn?: number
  /** In milliseconds. */
  readonly now?: () => number
  /** When this turn of the event loop began. */
  readonly turnBegan?: (now: number) => number
}

/** What is counted of requests that need a seat. */
export interface SeatMetrics {
  readonly inFlight: Pick<Gauge, 'value'>
  readonly waiting: Pick<Gauge, 'value'>
  readonly rejected: Pick<Counter, 'value'>
}

/**
 * Seats for requests, each taken while its request is under way, and given to users in turn.
 *
 * A request that is answered from memory has its seat for a moment only, and never finds all of them taken. Many of
 * these hold up others all the same, who come later to the one thread that answers everything. So a turn of the event
 * loop that has taken long ends here too: more requests of one user then wait as they do for a seat, and in the turns that follow users
 * are served by deficit round robin. Each has a millisecond of work in each round, and pays for what took longer by
 * leaving out rounds: short requests of one user do not wait behind the long ones of another.
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
  /** Users with waiting requests, the next one first. */
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

  /** The requests of one user. */
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
   * Takes a seat for a request of a user. Undefined when the request may go on now; else to be waited for. Throws
   * `tooManyRequests`, or rejects with it, when too many wait already, or none becomes free for long.
   */
  take(user: UserQueue, request: { readonly isOpen: boolean }, now: number): Promise<void> | undefined {
    if (this.#round.length === 0 && this.#hasSeat(user) && this.#hasTime(user, now)) {
      this.#seat(user)
      return undefined
    }
    // Those that only wait for the next turn are as many as there are connections, which are limited.
    if (user.waiting.length >= this.#limit && !this.#hasSeat(user)) throw this.#rejection()
    return this.#wait(user, request)
  }

  /** Gives back the seat of a request that is answered, or whose client is gone. */
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

  /** Has waiting requests answered one by one, in as many turns of the event loop as that takes. */
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

  /** Who has used up the credit of this round is the last of the next one. */
  #charge(user: UserQueue, cost: number): void {
    user.credit = Math.max(user.credit - Math.max(cost, MIN_COST_MS), -MAX_DEBT_MS)
    if (user.credit <= 0 && this.#round[0] === user) this.#rotate()
  }

  /** The user whose turn it is; undefined when no request waits that could be given a seat. */
  #next(): UserQueue | undefined {
    let full = 0
    while (this.#round.length > full && this.#taken < this.#limit) {
      const user = this.#round[0] as UserQueue
      if (user.waiting.length === 0) {
        this.#round.shift()
        // Who has nothing to ask for saves nothing up.
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
