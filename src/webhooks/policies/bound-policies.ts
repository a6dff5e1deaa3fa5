import type { MatchResources } from '#kinds/admissionregistration/shared/match-resources.js'
import { validatingAdmissionPolicy } from '#kinds/admissionregistration/validatingadmissionpolicy/index.js'
import type { ValidatingAdmissionPolicy } from '#kinds/admissionregistration/validatingadmissionpolicy/schema.js'
import { validatingAdmissionPolicyBinding } from '#kinds/admissionregistration/validatingadmissionpolicybinding/index.js'
import type { ValidatingAdmissionPolicyBinding } from '#kinds/admissionregistration/validatingadmissionpolicybinding/schema.js'
import type { AdmissionRegistrations } from '#webhooks/registrations.js'

/** A policy that a binding puts to use. */
export interface BoundPolicy {
  readonly binding: ValidatingAdmissionPolicyBinding
  readonly policy: ValidatingAdmissionPolicy
  readonly constraints: MatchResources
}

/** The policies that are put to use, in the order of the names of bindings. */
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
