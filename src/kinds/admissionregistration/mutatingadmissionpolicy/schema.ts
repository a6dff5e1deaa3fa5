import { MatchCondition } from '#kinds/admissionregistration/shared/match-condition.js'
import { MatchResources } from '#kinds/admissionregistration/shared/match-resources.js'
import { ParamKind, Variable } from '#kinds/admissionregistration/shared/policy-parts.js'
import { FAILURE_POLICIES, REINVOCATION_POLICIES } from '#kinds/admissionregistration/shared/webhook.js'
import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import { explicit, type Infer, list, optional, required, string, struct } from '#schema/type.js'

/** The types of all versions, under the names of the first that had its parts. */

const V1 = 'io.k8s.api.admissionregistration.v1'

/** The two kinds of mutations. */
export const APPLY = 'ApplyConfiguration'
export const JSON_PATCH = 'JSONPatch'
export const PATCH_TYPES = [APPLY, JSON_PATCH]

const ApplyConfiguration = struct(`${V1}.ApplyConfiguration`, 'Fields to apply to the object.', () => ({
  expression: optional(
    1,
    string,
    'CEL expression that constructs the fields: Object{spec: Object.spec{replicas: 1}}. They are merged as server-side apply does.',
  ),
}))

const JSONPatch = struct(`${V1}.JSONPatch`, 'JSON Patch of the object.', () => ({
  expression: optional(
    1,
    string,
    'CEL expression that constructs the operations: [JSONPatch{op: "add", path: "/spec/replicas", value: 1}].',
  ),
}))

export const Mutation = struct(`${V1}.Mutation`, 'A change of the object.', () => ({
  patchType: required(2, string, 'ApplyConfiguration or JSONPatch.', { enum: PATCH_TYPES }),
  applyConfiguration: explicit(3, ApplyConfiguration, 'Fields to apply, for ApplyConfiguration.'),
  jsonPatch: explicit(4, JSONPatch, 'JSON Patch, for JSONPatch.'),
}))
export interface Mutation extends Infer<typeof Mutation> {}

export const MutatingAdmissionPolicySpec = struct(
  `${V1}.MutatingAdmissionPolicySpec`,
  'What to change, and for which requests.',
  () => ({
    paramKind: explicit(1, ParamKind, "Kind of the policy's parameters; no parameters when absent."),
    matchConstraints: explicit(2, MatchResources, 'Requests that the policy changes.'),
    variables: optional(3, list(Variable), 'Named expressions that the mutations can use.', {
      listType: 'atomic',
    }),
    mutations: optional(4, list(Mutation), 'Changes of the object, in order.', { listType: 'atomic' }),
    failurePolicy: explicit(
      5,
      string,
      'Whether the request fails (Fail) or goes on (Ignore) when a mutation fails.',
      { default: 'Fail', enum: FAILURE_POLICIES },
    ),
    matchConditions: optional(
      6,
      list(MatchCondition),
      'Conditions that a request must meet before the policy changes it.',
      { merge: { key: 'name' }, listType: 'map', listMapKeys: ['name'] },
    ),
    reinvocationPolicy: optional(
      7,
      string,
      'Whether the mutations are made a second time when the object has changed since (IfNeeded), or not (Never).',
      { enum: REINVOCATION_POLICIES },
    ),
  }),
)
export interface MutatingAdmissionPolicySpec extends Infer<typeof MutatingAdmissionPolicySpec> {}

export const MutatingAdmissionPolicy = struct(
  `${V1}.MutatingAdmissionPolicy`,
  'Changes objects of requests with CEL expressions; takes effect through a binding.',
  () => ({
    ...typeMeta,
    metadata: optional(1, ObjectMeta, 'Name, labels and other standard data of the policy.'),
    spec: optional(2, MutatingAdmissionPolicySpec, 'What to change, and for which requests.'),
  }),
)
export interface MutatingAdmissionPolicy extends Infer<typeof MutatingAdmissionPolicy> {}
