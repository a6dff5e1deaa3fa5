import { MatchResources } from '#kinds/admissionregistration/shared/match-resources.js'
import { ParamRef } from '#kinds/admissionregistration/shared/param-ref.js'
import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import { explicit, type Infer, list, optional, string, struct } from '#schema/type.js'

const V1 = 'io.k8s.api.admissionregistration.v1'

export const VALIDATION_ACTIONS = ['Audit', 'Deny', 'Warn']

export const ValidatingAdmissionPolicyBindingSpec = struct(
  `${V1}.ValidatingAdmissionPolicyBindingSpec`,
  'Which policy to enforce, and how.',
  () => ({
    policyName: optional(1, string, 'Name of the policy.'),
    paramRef: explicit(2, ParamRef, 'Parameters of the policy.'),
    matchResources: explicit(3, MatchResources, 'Narrows down the requests that the policy matches.'),
    validationActions: optional(4, list(string), 'Actions when a validation fails: Deny, Warn, Audit.', {
      listType: 'set',
      enum: VALIDATION_ACTIONS,
    }),
  }),
)
export interface ValidatingAdmissionPolicyBindingSpec
  extends Infer<typeof ValidatingAdmissionPolicyBindingSpec> {}

export const ValidatingAdmissionPolicyBinding = struct(
  `${V1}.ValidatingAdmissionPolicyBinding`,
  'Enforces a policy.',
  () => ({
    ...typeMeta,
    metadata: optional(1, ObjectMeta, 'Name, labels and other standard data of the binding.'),
    spec: optional(2, ValidatingAdmissionPolicyBindingSpec, 'Which policy to enforce, and how.'),
  }),
)
export interface ValidatingAdmissionPolicyBinding extends Infer<typeof ValidatingAdmissionPolicyBinding> {}
