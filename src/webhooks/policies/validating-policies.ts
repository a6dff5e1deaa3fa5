import type { MatchResources } from '#kinds/admissionregistration/shared/match-resources.js'
import { validatingAdmissionPolicy } from '#kinds/admissionregistration/validatingadmissionpolicy/index.js'
import type { ValidatingAdmissionPolicy } from '#kinds/admissionregistration/validatingadmissionpolicy/schema.js'
import { validatingAdmissionPolicyBinding } from '#kinds/admissionregistration/validatingadmissionpolicybinding/index.js'
import type { ValidatingAdmissionPolicyBinding } from '#kinds/admissionregistration/validatingadmissionpolicybinding/schema.js'
import type { Authorize } from '#registry/authorize.js'
import type { ChangeFeed } from '#registry/change-feed.js'
import type { ServedVersion } from '#registry/kind.js'
import type { KindRegistry } from '#registry/kind-registry.js'
import type { AdmissionPlugin, AdmissionReview, AdmittedOperation } from '#registry/write/admission.js'
import { lazy } from '#util/memoize.js'
import { matchingVersion, mayMatchResources } from '#webhooks/matching/match-resources.js'
import { isExempt } from '#webhooks/matching/resource-match.js'
import { type AdmissionRegistrations, Compiled } from '#webhooks/registrations.js'
import type { MatchedPolicy } from './policy-dispatcher.js'

/** Checks writes against bound policies. The CEL evaluator is loaded with the first matching write. */
export class ValidatingPolicies implements AdmissionPlugin {
  readonly name = 'ValidatingAdmissionPolicy'
  readonly seesUnstored = true
  readonly #bound: Compiled<readonly BoundPolicy[]>
  readonly #feed: ChangeFeed
  readonly #judge: () => Promise<{
    check(review: AdmissionReview, policies: readonly MatchedPolicy[]): Promise<void>
  }>

  constructor(
    registrations: AdmissionRegistrations,
    kinds: KindRegistry,
    feed: ChangeFeed,
    authorize: Authorize,
  ) {
    this.#bound = new Compiled(registrations, () => boundPolicies(registrations))
    this.#feed = feed
    this.#judge = lazy(async () => {
      const { PolicyDispatcher } = await import('./policy-dispatcher.js')
      return new PolicyDispatcher(kinds, feed, authorize)
    })
  }

  handles(version: ServedVersion, operation: AdmittedOperation): boolean {
    if (isExempt(version) || version.stored.review) return false
    return this.#bound.value.some(
      ({ binding, constraints }) =>
        mayMatchResources(constraints, version, operation) &&
        (binding.spec.matchResources === undefined ||
          mayMatchResources(binding.spec.matchResources, version, operation)),
    )
  }

  check(review: AdmissionReview): Promise<void> | undefined {
    const meant = this.#bound.value.flatMap(({ binding, policy, constraints }): MatchedPolicy[] => {
      const seen = matchingVersion(constraints, review, this.#feed)
      const { matchResources } = binding.spec
      const isMeant =
        matchResources === undefined || matchingVersion(matchResources, review, this.#feed) !== undefined
      return seen !== undefined && isMeant ? [{ binding, policy, seen }] : []
    })
    return meant.length === 0 ? undefined : this.#judge().then((judge) => judge.check(review, meant))
  }
}

/** A policy with one of its bindings. */
export interface BoundPolicy {
  readonly binding: ValidatingAdmissionPolicyBinding
  readonly policy: ValidatingAdmissionPolicy
  readonly constraints: MatchResources
}

/** The bound policies, ordered by binding name. */
export function boundPolicies(registrations: AdmissionRegistrations): readonly BoundPolicy[] {
  const policies = new Map(
    registrations.objects(validatingAdmissionPolicy).map((policy) => [policy.metadata.name, policy]),
  )
  return registrations.objects(validatingAdmissionPolicyBinding).flatMap((binding) => {
    const policy = policies.get(binding.spec.policyName)
    const constraints = policy?.spec.matchConstraints
    return policy === undefined || constraints === undefined ? [] : [{ binding, policy, constraints }]
  })
}
