import { mutatingAdmissionPolicy } from '#kinds/admissionregistration/mutatingadmissionpolicy/index.js'
import type { MutatingAdmissionPolicy } from '#kinds/admissionregistration/mutatingadmissionpolicy/schema.js'
import { mutatingAdmissionPolicyBinding } from '#kinds/admissionregistration/mutatingadmissionpolicybinding/index.js'
import type { MutatingAdmissionPolicyBinding } from '#kinds/admissionregistration/mutatingadmissionpolicybinding/schema.js'
import type { Authorize } from '#registry/authorize.js'
import type { ChangeFeed } from '#registry/change-feed.js'
import type { ServedVersion } from '#registry/kind.js'
import type { KindRegistry } from '#registry/kind-registry.js'
import type { AdmissionPlugin, AdmissionReview, AdmittedOperation } from '#registry/write/admission.js'
import { lazy } from '#util/memoize.js'
import { isExempt } from '#webhooks/matching/resource-match.js'
import type { AdmissionRegistrations } from '#webhooks/registrations.js'
import { BoundPolicies } from './bound-policies.js'

/** Changes objects as bound policies say. The CEL evaluator is loaded with the first matching write. */
export class MutatingPolicies implements AdmissionPlugin {
  readonly name = 'MutatingAdmissionPolicy'
  readonly seesUnstored = true
  readonly #bound: BoundPolicies<MutatingAdmissionPolicy, MutatingAdmissionPolicyBinding>
  readonly #dispatcher

  constructor(
    registrations: AdmissionRegistrations,
    kinds: KindRegistry,
    feed: ChangeFeed,
    authorize: Authorize,
  ) {
    const bound = { policies: mutatingAdmissionPolicy, bindings: mutatingAdmissionPolicyBinding }
    this.#bound = new BoundPolicies(registrations, bound, feed)
    this.#dispatcher = lazy(async () => {
      const { MutationDispatcher } = await import('./mutation-dispatcher.js')
      return new MutationDispatcher(kinds, feed, authorize)
    })
  }

  /** Whether the kinds of such policies are served. */
  static areServed({ kinds }: KindRegistry): boolean {
    return kinds.includes(mutatingAdmissionPolicy)
  }

  handles(version: ServedVersion, operation: AdmittedOperation): boolean {
    const isMutable = operation !== 'delete' && !isExempt(version) && !version.stored.review
    return isMutable && this.#bound.mayMatch(version, operation)
  }

  admit(review: AdmissionReview): Promise<void> | undefined {
    const matched = this.#bound.matching(review)
    return matched.length === 0
      ? undefined
      : this.#dispatcher().then((dispatcher) => dispatcher.mutate(review, matched))
  }
}
