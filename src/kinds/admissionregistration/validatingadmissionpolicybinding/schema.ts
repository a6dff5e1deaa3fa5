import { MatchResources } from '#kinds/admissionregistration/shared/match-resources.js'
import { LabelSelector } from '#meta/label-selector.js'
import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import { explicit, type Infer, list, optional, string, struct } from '#schema/type.js'

const V1 = 'io.k8s.api.admissionregistration.v1'

export const VALIDATION_ACTIONS = ['Audit', 'Deny', 'Warn']

export const ParamRef = struct(
  `${V1}.ParamRef`,
  'Parameter objects of a policy: one by name, or several by label.',
  () => ({
    name: optional(1, string, 'Name of the object.'),
    namespace: optional(2, string, 'Namespace of the objects; the namespace of the request when empty.'),
    selector: explicit(3, LabelSelector, 'Matches the objects by label.'),
    parameterNotFoundAction: explicit(
      4,
      string,
      'Whether a request passes when no parameters are found: Allow or Deny.',
    ),
  }),
  { mapType: 'atomic' },
)
export interface ParamRef extends Infer<typeof ParamRef> {}

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
