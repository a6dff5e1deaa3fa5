import { MatchCondition } from '#kinds/admissionregistration/shared/match-condition.js'
import { MatchResources } from '#kinds/admissionregistration/shared/match-resources.js'
import { ParamKind, Variable } from '#kinds/admissionregistration/shared/policy-parts.js'
import { FAILURE_POLICIES } from '#kinds/admissionregistration/shared/webhook.js'
import { Condition } from '#meta/condition.js'
import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import { explicit, type Infer, int64, list, optional, required, string, struct } from '#schema/type.js'

const V1 = 'io.k8s.api.admissionregistration.v1'
const BY_NAME = { merge: { key: 'name' }, listType: 'map', listMapKeys: ['name'] } as const

export const Validation = struct(
  `${V1}.Validation`,
  'An expression that must be true for a request.',
  () => ({
    expression: required(
      1,
      string,
      'CEL expression; it can use object, oldObject, request, params, namespaceObject and variables.',
    ),
    message: optional(2, string, 'Message to the client when the expression is false.'),
    reason: explicit(
      3,
      string,
      'Reason in the Status of the rejection: Forbidden, Invalid or RequestEntityTooLarge.',
    ),
    messageExpression: optional(4, string, 'CEL expression whose string replaces the message.'),
  }),
)
export interface Validation extends Infer<typeof Validation> {}

export const AuditAnnotation = struct(`${V1}.AuditAnnotation`, 'Annotation of the audit event.', () => ({
  key: required(1, string, 'Key of the annotation; the name of the policy is its prefix.'),
  valueExpression: required(2, string, 'CEL expression: a string, or null for no annotation.'),
}))
export interface AuditAnnotation extends Infer<typeof AuditAnnotation> {}

export const ValidatingAdmissionPolicySpec = struct(
  `${V1}.ValidatingAdmissionPolicySpec`,
  'What to validate, and for which requests.',
  () => ({
    paramKind: explicit(1, ParamKind, "Kind of the policy's parameters; no parameters when absent."),
    matchConstraints: explicit(2, MatchResources, 'Requests that the policy validates.'),
    validations: optional(3, list(Validation), 'Expressions that must be true.', { listType: 'atomic' }),
    failurePolicy: explicit(
      4,
      string,
      'Whether the request fails (Fail) or goes on (Ignore) when an expression cannot be evaluated.',
      {
        default: 'Fail',
        enum: FAILURE_POLICIES,
      },
    ),
    auditAnnotations: optional(5, list(AuditAnnotation), 'Annotations of the audit event of a request.', {
      listType: 'atomic',
    }),
    matchConditions: optional(
      6,
      list(MatchCondition),
      'Conditions that a request must meet before the policy validates it.',
      BY_NAME,
    ),
    variables: optional(7, list(Variable), 'Named expressions that the others can use.', BY_NAME),
  }),
)
export interface ValidatingAdmissionPolicySpec extends Infer<typeof ValidatingAdmissionPolicySpec> {}

export const ExpressionWarning = struct(`${V1}.ExpressionWarning`, 'Warning about an expression.', () => ({
  fieldRef: required(2, string, 'Path of the expression in the policy.'),
  warning: required(3, string, 'Result of type checking, for each type of object.'),
}))
export interface ExpressionWarning extends Infer<typeof ExpressionWarning> {}

export const TypeChecking = struct(`${V1}.TypeChecking`, 'Result of type checking.', () => ({
  expressionWarnings: optional(1, list(ExpressionWarning), 'Warnings about expressions.', {
    listType: 'atomic',
  }),
}))
export interface TypeChecking extends Infer<typeof TypeChecking> {}

export const ValidatingAdmissionPolicyStatus = struct(
  `${V1}.ValidatingAdmissionPolicyStatus`,
  'Observed state of a policy.',
  () => ({
    observedGeneration: optional(1, int64, 'Generation of the policy that was observed.'),
    typeChecking: explicit(2, TypeChecking, 'Result of type checking; absent until it is done.'),
    conditions: optional(3, list(Condition), 'Latest conditions.', {
      listType: 'map',
      listMapKeys: ['type'],
    }),
  }),
)
export interface ValidatingAdmissionPolicyStatus extends Infer<typeof ValidatingAdmissionPolicyStatus> {}

export const ValidatingAdmissionPolicy = struct(
  `${V1}.ValidatingAdmissionPolicy`,
  'Validates requests with CEL expressions; takes effect through a binding.',
  () => ({
    ...typeMeta,
    metadata: optional(1, ObjectMeta, 'Name, labels and other standard data of the policy.'),
    spec: optional(2, ValidatingAdmissionPolicySpec, 'What to validate, and for which requests.'),
    status: optional(3, ValidatingAdmissionPolicyStatus, 'Observed state of the policy.'),
  }),
)
export interface ValidatingAdmissionPolicy extends Infer<typeof ValidatingAdmissionPolicy> {}
