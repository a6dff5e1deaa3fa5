/** Estimated milliseconds of a request, until it has ended. */
export const ESTIMATED_MS = 3
/** Minimum work of a request, so that every request counts. */
const MIN_WORK = 0.01
/** Maximum lead of a queue over the others, so that no long request keeps it out for minutes. */
const MAX_LEAD = 1_000

/** Work is milliseconds times seats. */
export class VirtualTime {
  /** The work that was dispatched, and what it would have been if it had started with the others. */
  value = 0

  /** Called when there is work again: time in which nobody wanted a seat is not saved. */
  start(others: number): void {
    this.value = others
  }

  /** Called when the next request begins to wait: those who always have one running do not save time either. */
  catchUp(others: number): void {
    this.value = Math.max(this.value, others)
  }

  advance(work: number, others: number): void {
    this.value = Math.min(this.value + work, others + MAX_LEAD)
  }
}

/** The work that is left to charge when a request has ended: the estimate is charged when it starts. */
export const workLeft = (width: number, milliseconds: number): number =>
  Math.max(width * milliseconds, MIN_WORK) - width * ESTIMATED_MS

/** A request that waits or runs. */
export interface Queued {
  /** The number of seats that it needs. Does not change while it runs. */
  width: number
  /** Its place among the running requests of the queue. */
  place: number
}

/** One queue of a priority level, with the requests that came from it and still run. */
export class FairQueue<T extends Queued = Queued> {
  readonly index: number
  readonly waiting: T[] = []
  readonly running: T[] = []
  readonly time = new VirtualTime()
  seatsInUse = 0
  seatsWaiting = 0

  constructor(index: number) {
    this.index = index
  }

  get load(): number {
    return this.seatsInUse + this.seatsWaiting
  }

  enqueue(ticket: T): void {
    this.waiting.push(ticket)
    this.seatsWaiting += ticket.width
  }

  dequeue(ticket: T): void {
    if (this.waiting[0] === ticket) this.waiting.shift()
    else this.waiting.splice(this.waiting.indexOf(ticket), 1)
    this.seatsWaiting -= ticket.width
  }

  /** No waiting request needs more seats than this from now on. */
  narrow(maxWidth: number): void {
    for (const ticket of this.waiting) {
      if (ticket.width <= maxWidth) continue
      this.seatsWaiting -= ticket.width - maxWidth
      ticket.width = maxWidth
    }
  }

  run(ticket: T): void {
    ticket.place = this.running.length
    this.running.push(ticket)
    this.seatsInUse += ticket.width
  }

  end(ticket: T): void {
    const last = this.running.pop() as T
    if (last !== ticket) {
      this.running[ticket.place] = last
      last.place = ticket.place
    }
    this.seatsInUse -= ticket.width
  }
}
