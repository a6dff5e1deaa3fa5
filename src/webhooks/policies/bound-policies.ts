import type { MatchResources } from '#kinds/admissionregistration/shared/match-resources.js'
import type { ParamRef } from '#kinds/admissionregistration/shared/param-ref.js'
import type { ApiObject } from '#meta/object-meta.js'
import type { BuiltInKind, ServedVersion } from '#registry/kind.js'
import type { AdmissionReview, AdmittedOperation } from '#registry/write/admission.js'
import { matchingVersion, mayMatchResources } from '#webhooks/matching/match-resources.js'
import type { ObjectFinder } from '#webhooks/matching/selector-match.js'
import { type AdmissionRegistrations, Compiled } from '#webhooks/registrations.js'
import type { Policy } from './compiled-policy.js'

export interface Binding extends ApiObject {
  spec: {
    policyName?: string | undefined
    paramRef?: ParamRef | undefined
    matchResources?: MatchResources | undefined
  }
}

/** A policy with one of its bindings. */
interface BoundPolicy<P, B> {
  readonly binding: B
  readonly policy: P
  readonly constraints: MatchResources
}

/** A policy that matches a write, and the version that its expressions see. */
export interface MatchedPolicy<P, B> {
  readonly binding: B
  readonly policy: P
  readonly seen: ServedVersion
}

/** The bound policies of a kind, ordered by binding name. A policy without a binding has no effect. */
export class BoundPolicies<P extends Policy, B extends Binding> {
  readonly #bound: Compiled<readonly BoundPolicy<P, B>[]>
  readonly #objects: ObjectFinder

  constructor(
    registrations: AdmissionRegistrations,
    kinds: { readonly policies: BuiltInKind<P>; readonly bindings: BuiltInKind<B> },
    objects: ObjectFinder,
  ) {
    this.#objects = objects
    this.#bound = new Compiled(registrations, () => {
      const policies = new Map(
        registrations.objects(kinds.policies).map((policy) => [policy.metadata.name, policy]),
      )
      return registrations.objects(kinds.bindings).flatMap((binding) => {
        const policy = policies.get(binding.spec.policyName)
        const constraints = policy?.spec.matchConstraints
        return policy === undefined || constraints === undefined ? [] : [{ binding, policy, constraints }]
      })
    })
  }

  /** Whether any may match such writes. */
  mayMatch(version: ServedVersion, operation: AdmittedOperation): boolean {
    return this.#bound.value.some(
      ({ binding, constraints }) =>
        mayMatchResources(constraints, version, operation) &&
        (binding.spec.matchResources === undefined ||
          mayMatchResources(binding.spec.matchResources, version, operation)),
    )
  }

  matching(review: AdmissionReview): readonly MatchedPolicy<P, B>[] {
    return this.#bound.value.flatMap(({ binding, policy, constraints }): MatchedPolicy<P, B>[] => {
      const seen = matchingVersion(constraints, review, this.#objects)
      const { matchResources } = binding.spec
      const isMeant =
        matchResources === undefined || matchingVersion(matchResources, review, this.#objects) !== undefined
      return seen !== undefined && isMeant ? [{ binding, policy, seen }] : []
    })
  }
}
