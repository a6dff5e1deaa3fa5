import type { PriorityLevelConfigurationSpec } from '#kinds/flowcontrol/prioritylevelconfiguration/schema.js'
import { ESTIMATED_MS, FairQueue, VirtualTime, workLeft } from './fair-queue.js'
import type { Flow, FlowLevel, Ticket } from './flow.js'
import type { RejectionReason } from './flow-metrics.js'

/** The part of the seats of a level that one request may take. */
const MAX_WIDTH_PART = 0.15
const MAX_WIDTH = 10
/** More queues only cost time. */
const MAX_QUEUES = 1024
/** Requests of levels without queues wait in such queues, but only for another turn of the event loop. */
const TURN_QUEUES = { queues: 64, handSize: 6, queueLengthLimit: Number.POSITIVE_INFINITY }

const clamp = (count: number, most: number): number => Math.min(Math.max(count, 1), most)

export interface LevelConfig {
  readonly name: string
  /** Empty while the object is not stored. */
  readonly uid: string
  readonly spec: Readonly<PriorityLevelConfigurationSpec>
}

/** The requests of one priority level, and how many seats they may take. */
export class PriorityLevel implements FlowLevel {
  readonly name: string
  readonly #onLeave: (level: PriorityLevel, ticket: Ticket, now: number) => void
  isExempt = false
  /** Whether requests wait for a seat; otherwise they are rejected when there is none. */
  hasQueues = false
  shares = 0
  #lendablePercent = 0
  #borrowingLimitPercent: number | undefined
  /** Whether the object is gone, and only its last requests are left. */
  isQuiescing = false
  queues: readonly FairQueue<Ticket>[] = []
  handSize = 0
  queueLengthLimit = 0
  /** The seats of its share, those that it never lends, and those that it may have at most. */
  nominal = 0
  min = 0
  max = 0
  /** The seats that one request may take. */
  maxWidth = 1
  seatsInUse = 0
  running = 0
  waiting = 0
  /** Its share of the thread. An exempt level counts as much as all others. */
  #weight = 1
  /** Its time among the levels. */
  readonly time = new VirtualTime()
  /** The time of the queue that was served last. */
  progress = 0
  readonly counts = { dispatched: 0, rejected: 0, timedOut: 0, cancelled: 0 }

  constructor(name: string, onLeave: (level: PriorityLevel, ticket: Ticket, now: number) => void) {
    this.name = name
    this.#onLeave = onLeave
  }

  configure({ type, limited, exempt }: LevelConfig['spec']): void {
    this.isQuiescing = false
    this.isExempt = type === 'Exempt'
    this.shares = this.isExempt
      ? (exempt?.nominalConcurrencyShares ?? 0)
      : (limited?.nominalConcurrencyShares ?? 30)
    this.#lendablePercent = (this.isExempt ? exempt : limited)?.lendablePercent ?? 0
    this.#borrowingLimitPercent = limited?.borrowingLimitPercent ?? undefined
    const response = this.isExempt ? undefined : limited?.limitResponse
    this.hasQueues = response?.type === 'Queue'
    const wanted = this.hasQueues ? response?.queuing : TURN_QUEUES
    const queues = clamp(wanted?.queues ?? 64, MAX_QUEUES)
    const handSize = clamp(wanted?.handSize ?? 8, queues)
    this.queueLengthLimit = wanted?.queueLengthLimit ?? 50
    if (queues !== this.queues.length || handSize !== this.handSize) this.#replaceQueues(queues, handSize)
  }

  /** `total` are the seats of all levels, which have `shares` together. */
  allocate(total: number, shares: number): void {
    const isLimited = Number.isFinite(total)
    this.nominal = isLimited ? Math.ceil((total * this.shares) / Math.max(shares, 1)) : total
    const lendable = isLimited ? Math.round((this.nominal * this.#lendablePercent) / 100) : 0
    const percent = this.#borrowingLimitPercent
    this.min = this.nominal - lendable
    const borrowed = percent === undefined || !isLimited ? total : Math.round((this.nominal * percent) / 100)
    this.max = this.nominal + borrowed
    this.#weight = Math.max(this.isExempt ? shares : this.shares, 1)
    this.maxWidth = Math.max(1, Math.min(MAX_WIDTH, Math.floor(this.nominal * MAX_WIDTH_PART)))
    // The level may have become smaller than a request that waits.
    if (this.waiting > 0) for (const queue of this.queues) queue.narrow(this.maxWidth)
  }

  get lendable(): number {
    return Number.isFinite(this.nominal) ? this.nominal - this.min : 0
  }

  /** Seats in use that could have been lent, or were borrowed. */
  get sharedSeatsInUse(): number {
    const above = Math.max(this.seatsInUse - this.min, 0)
    return this.isExempt ? Math.min(above, this.lendable) : above
  }

  get isIdle(): boolean {
    return this.running + this.waiting === 0
  }

  /** `others` is the time of the level that was served last. */
  enqueue(ticket: Ticket, others: number): void {
    const { queue } = ticket
    if (this.isIdle) this.time.start(others)
    else if (this.waiting === 0) this.time.catchUp(others)
    if (queue.load === 0) queue.time.start(this.progress)
    else if (queue.waiting.length === 0) queue.time.catchUp(this.progress)
    queue.enqueue(ticket)
    ticket.flow.requests++
    ticket.flow.schema.metrics.waiting.value++
    this.waiting++
  }

  dequeue(ticket: Ticket): void {
    ticket.queue.dequeue(ticket)
    ticket.flow.requests--
    ticket.flow.schema.metrics.waiting.value--
    this.waiting--
  }

  /** The next request: the first of the queue that had least work. */
  get next(): Ticket | undefined {
    let best: FairQueue<Ticket> | undefined
    for (const queue of this.queues) {
      if (queue.waiting.length === 0) continue
      if (best === undefined || queue.time.value < best.time.value) best = queue
    }
    return best?.waiting[0]
  }

  run(ticket: Ticket, now: number, others: number): void {
    const { queue, flow, width } = ticket
    if (this.isIdle) this.time.start(others)
    if (queue.load === 0) queue.time.start(this.progress)
    queue.run(ticket)
    queue.time.advance(width * ESTIMATED_MS, this.progress)
    this.time.advance((width * ESTIMATED_MS) / this.#weight, others)
    ticket.startedAt = now
    ticket.request.seat = ticket
    flow.requests++
    this.running++
    this.seatsInUse += width
    this.counts.dispatched++
    flow.schema.metrics.onDispatched(width, now - ticket.arrivedAt)
  }

  /** The request has ended. */
  end(ticket: Ticket, now: number, others: number): void {
    const { queue, flow, width } = ticket
    const work = workLeft(width, now - (ticket.startedAt ?? now))
    queue.end(ticket)
    queue.time.advance(work, this.progress)
    this.time.advance(work / this.#weight, others)
    flow.requests--
    this.running--
    this.seatsInUse -= width
    flow.schema.metrics.onEnded(width)
  }

  /** Counts a request that does not run. One that never waited has no time. */
  reject({ schema }: Flow, reason: RejectionReason, waitedMs?: number): void {
    if (reason === 'time-out') this.counts.timedOut++
    else if (reason === 'cancelled') this.counts.cancelled++
    else this.counts.rejected++
    schema.metrics.onRejected(reason, waitedMs)
  }

  leave(ticket: Ticket, now: number): void {
    this.#onLeave(this, ticket, now)
  }

  /** Requests that wait move to the new queues. */
  #replaceQueues(count: number, handSize: number): void {
    const waiting = this.queues.flatMap((queue) => queue.waiting)
    this.queues = Array.from({ length: count }, (_, index) => new FairQueue<Ticket>(index))
    this.handSize = handSize
    this.progress = 0
    for (const ticket of waiting.sort((left, right) => left.arrivedAt - right.arrivedAt)) {
      ticket.queue = ticket.flow.queue
      ticket.queue.enqueue(ticket)
    }
  }
}
