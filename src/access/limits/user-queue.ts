/** A request that waits for its turn. */
export interface WaitingRequest {
  /** Whether the client is still there to be answered. */
  readonly isOpen: boolean
  /** The request may go on. */
  readonly grant: () => void
  /** The request has waited for too long, or for nothing. */
  readonly reject: (error: Error) => void
}

/** What one user has under way and waiting. */
export class UserQueue {
  readonly #seats: { leave(user: UserQueue): void }
  readonly waiting: WaitingRequest[] = []
  /** How many requests of the user are being answered. */
  seats = 0
  /** The turn of the event loop that the user was last served in, and how many requests of the user were. */
  turn = Number.NEGATIVE_INFINITY
  servedInTurn = 0
  /** How many milliseconds of work the user may still ask for in this round; below zero, by how much that was overrun. */
  credit = 0

  constructor(seats: { leave(user: UserQueue): void }) {
    this.#seats = seats
  }

  /** A request of the user is answered, or its client is gone. */
  leave(): void {
    this.#seats.leave(this)
  }

  get isIdle(): boolean {
    return this.seats === 0 && this.waiting.length === 0
  }
}
