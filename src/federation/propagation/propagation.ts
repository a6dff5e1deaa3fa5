import type { FederationContext } from '#federation/config.js'
import { LeaderController } from '#federation/leader-controller.js'
import type { Members } from '#federation/members/members.js'
import { FederationMetrics } from '#federation/metrics.js'
import { PropagationRun } from './propagation-run.js'

/** Propagates objects to members, and their status back, while this server leads. */
export class Propagation extends LeaderController<PropagationRun> {
  readonly name = 'propagation'
  readonly #context: FederationContext
  readonly #members: Members
  readonly #metrics: FederationMetrics

  constructor(context: FederationContext, members: Members) {
    super(context)
    this.#context = context
    this.#members = members
    this.#metrics = new FederationMetrics(context.metrics, members, () => this.run?.queues() ?? [])
  }

  protected begin(): PropagationRun {
    return new PropagationRun(this.#context, this.#members, this.#metrics)
  }
}
