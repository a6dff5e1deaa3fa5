import type { Policies } from '#federation/policies/policies.js'
import type { FederatedKind } from '#federation/propagation/federated-kinds.js'
import type { KindSelection, SelectableObject } from '#federation/propagation/selection.js'
import { policyTarget } from './policy-target.js'

/** Selects the objects that a policy propagates. */
export class PolicySelection implements KindSelection {
  readonly #policies: Policies

  constructor(policies: Policies) {
    this.#policies = policies
  }

  selects(kind: FederatedKind, object: SelectableObject): boolean {
    return this.#policies.propagationOf(policyTarget(kind, object)) !== undefined
  }

  follow(listener: () => void): () => void {
    return this.#policies.follow(listener)
  }
}
