/** A waiting request. */
export interface WaitingRequest {
  /** Whether the client still waits. */
  readonly isOpen: boolean
  /** Runs the request. */
  readonly grant: () => void
  /** Rejects the request, or drops it because the client is gone. */
  readonly reject: (error: Error) => void
}

/** The running and waiting requests of a user. */
export class UserQueue {
  readonly #seats: { leave(user: UserQueue): void }
  readonly waiting: WaitingRequest[] = []
  /** Requests in flight. */
  seats = 0
  /** The last turn in which the user was served, and the number of requests. */
  turn = Number.NEGATIVE_INFINITY
  servedInTurn = 0
  /** Milliseconds of work left in this round; negative after an overrun. */
  credit = 0

  constructor(seats: { leave(user: UserQueue): void }) {
    this.#seats = seats
  }

  /** A request ended. */
  leave(): void {
    this.#seats.leave(this)
  }

  get isIdle(): boolean {
    return this.seats === 0 && this.waiting.length === 0
  }
}
