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
import { isExempt } from '#webhooks/matching/resource-match.js'
import type { AdmissionRegistrations } from '#webhooks/registrations.js'
import { BoundPolicies } from './bound-policies.js'

/** Checks writes against bound policies. The CEL evaluator is loaded with the first matching write. */
export class ValidatingPolicies implements AdmissionPlugin {
  readonly name = 'ValidatingAdmissionPolicy'
  readonly seesUnstored = true
  readonly #bound: BoundPolicies<ValidatingAdmissionPolicy, ValidatingAdmissionPolicyBinding>
  readonly #dispatcher

  constructor(
    registrations: AdmissionRegistrations,
    kinds: KindRegistry,
    feed: ChangeFeed,
    authorize: Authorize,
  ) {
    const bound = { policies: validatingAdmissionPolicy, bindings: validatingAdmissionPolicyBinding }
    this.#bound = new BoundPolicies(registrations, bound, feed)
    this.#dispatcher = lazy(async () => {
      const { ValidationDispatcher } = await import('./validation-dispatcher.js')
      return new ValidationDispatcher(kinds, feed, authorize)
    })
  }

  handles(version: ServedVersion, operation: AdmittedOperation): boolean {
    return !isExempt(version) && !version.stored.review && this.#bound.mayMatch(version, operation)
  }

  check(review: AdmissionReview): Promise<void> | undefined {
    const matched = this.#bound.matching(review)
    return matched.length === 0
      ? undefined
      : this.#dispatcher().then((dispatcher) => dispatcher.check(review, matched))
  }
}
