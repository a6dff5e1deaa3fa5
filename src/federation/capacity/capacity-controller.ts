import type { FederationContext } from '#federation/config.js'
import { LeaderController } from '#federation/leader-controller.js'
import type { Members } from '#federation/members/members.js'
import { Policies } from '#federation/policies/policies.js'
import { CapacityRun } from './capacity-run.js'

/**
 * Measures the free capacity of members for policies that divide replicas by it. Without such a policy it costs nothing:
 * no member is asked.
 */
export class CapacityController extends LeaderController<CapacityRun> {
  readonly name = 'cluster-capacity'
  readonly #context: FederationContext
  readonly #members: Members

  constructor(context: FederationContext, members: Members) {
    super(context)
    this.#context = context
    this.#members = members
  }

  protected begin(): CapacityRun {
    return new CapacityRun(this.#context, this.#members, new Policies(this.#context))
  }
}
