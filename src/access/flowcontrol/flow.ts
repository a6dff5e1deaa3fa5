import type { Channel } from '#http/connection/channel.js'
import type { Seat } from '#http/request/request-context.js'
import type { FlowHeaders } from '#http/response/flow-headers.js'
import type { FairQueue, Queued } from './fair-queue.js'
import type { SchemaMetrics } from './flow-metrics.js'
import { dealHand, hashOfFlow } from './shuffle-sharding.js'

/** The priority level of a flow. */
export interface FlowLevel {
  /** Replaced when their number or the size of hands changes. */
  readonly queues: readonly FairQueue<Ticket>[]
  readonly handSize: number
  /** A request has ended. */
  leave(ticket: Ticket, now: number): void
}

/** What all flows of a flow schema share. */
export interface FlowSchemaOf<L extends FlowLevel = FlowLevel> {
  readonly name: string
  readonly level: L
  /** Undefined while the objects are not stored. */
  readonly headers: FlowHeaders | undefined
  readonly metrics: SchemaMetrics
}

/** The requests of a flow schema for one user or namespace. */
export class Flow<L extends FlowLevel = FlowLevel> {
  readonly schema: FlowSchemaOf<L>
  readonly distinguisher: string
  /** Requests that wait or run. */
  requests = 0
  /** The last turn of the event loop in which requests were served, and how many. */
  turn = Number.NEGATIVE_INFINITY
  servedInTurn = 0
  #deck: readonly FairQueue<Ticket>[] | undefined
  #hand: readonly FairQueue<Ticket>[] = []

  constructor(schema: FlowSchemaOf<L>, distinguisher: string) {
    this.schema = schema
    this.distinguisher = distinguisher
  }

  /** The queue of the hand with the least load. */
  get queue(): FairQueue<Ticket> {
    const { queues, handSize } = this.schema.level
    if (this.#deck !== queues) this.#deal(queues, handSize)
    const hand = this.#hand
    let best = hand[0] as FairQueue<Ticket>
    for (let index = 1; index < hand.length && best.load > 0; index++) {
      const candidate = hand[index] as FairQueue<Ticket>
      if (candidate.load < best.load) best = candidate
    }
    return best
  }

  #deal(queues: readonly FairQueue<Ticket>[], handSize: number): void {
    const hash = hashOfFlow(this.schema.name, this.distinguisher)
    this.#hand = dealHand(hash, queues.length, handSize).map((index) => queues[index] as FairQueue<Ticket>)
    this.#deck = queues
  }
}

/** A request as the dispatcher needs it. */
export interface SeatedRequest {
  /** Whether the client still waits. */
  readonly isOpen: boolean
  /** Set when the request may run. */
  seat: Seat | undefined
  readonly response: { once(event: 'close', listener: () => void): unknown; destroy(): unknown }
  /** Undefined where the end of the client does not show. */
  readonly channel?: Pick<Channel, 'onClientEnd' | 'offClientEnd'>
}

/** Settles the promise of a waiting request. */
export interface Waiter {
  /** Called when the request no longer waits. */
  readonly release: () => void
  readonly grant: () => void
  readonly reject: (error: Error) => void
}

/** A request that waits in a queue, or has left it and runs. */
export class Ticket implements Seat, Queued {
  readonly flow: Flow
  readonly request: SeatedRequest
  width: number
  readonly arrivedAt: number
  queue: FairQueue<Ticket>
  place = 0
  /** Undefined while the request waits. */
  startedAt: number | undefined
  /** Undefined unless the request waits. */
  waiter: Waiter | undefined

  constructor(
    flow: Flow,
    request: SeatedRequest,
    width: number,
    arrivedAt: number,
    queue: FairQueue<Ticket>,
  ) {
    this.flow = flow
    this.request = request
    this.width = width
    this.arrivedAt = arrivedAt
    this.queue = queue
    this.startedAt = undefined
    this.waiter = undefined
  }

  leave(now: number): void {
    this.flow.schema.level.leave(this, now)
  }
}
