import { MatchResources } from '#kinds/admissionregistration/shared/match-resources.js'
import { ParamRef } from '#kinds/admissionregistration/shared/param-ref.js'
import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import { explicit, type Infer, optional, string, struct } from '#schema/type.js'

const V1 = 'io.k8s.api.admissionregistration.v1'

export const MutatingAdmissionPolicyBindingSpec = struct(
  `${V1}.MutatingAdmissionPolicyBindingSpec`,
  'Which policy takes effect, and for which requests.',
  () => ({
    policyName: optional(1, string, 'Name of the policy.'),
    paramRef: explicit(2, ParamRef, 'Parameters of the policy.'),
    matchResources: explicit(3, MatchResources, 'Narrows down the requests that the policy matches.'),
  }),
)
export interface MutatingAdmissionPolicyBindingSpec
  extends Infer<typeof MutatingAdmissionPolicyBindingSpec> {}

export const MutatingAdmissionPolicyBinding = struct(
  `${V1}.MutatingAdmissionPolicyBinding`,
  'Puts a mutating policy into effect.',
  () => ({
    ...typeMeta,
    metadata: optional(1, ObjectMeta, 'Name, labels and other standard data of the binding.'),
    spec: optional(
      2,
      MutatingAdmissionPolicyBindingSpec,
      'Which policy takes effect, and for which requests.',
    ),
  }),
)
export interface MutatingAdmissionPolicyBinding extends Infer<typeof MutatingAdmissionPolicyBinding> {}
