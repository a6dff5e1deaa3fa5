import { MatchCondition } from '#kinds/admissionregistration/shared/match-condition.js'
import { MatchResources } from '#kinds/admissionregistration/shared/match-resources.js'
import { FAILURE_POLICIES } from '#kinds/admissionregistration/shared/webhook.js'
import { Condition } from '#meta/condition.js'
import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import { explicit, type Infer, int64, list, optional, required, string, struct } from '#schema/type.js'

const V1 = 'io.k8s.api.admissionregistration.v1'
const BY_NAME = { merge: { key: 'name' }, listType: 'map', listMapKeys: ['name'] } as const

export const ParamKind = struct(
  `${V1}.ParamKind`,
  'A kind whose objects are parameters.',
  () => ({
    apiVersion: optional(1, string, 'Group and version of the kind.'),
    kind: optional(2, string, 'Name of the kind.'),
  }),
  { mapType: 'atomic' },
)
export interface ParamKind extends Infer<typeof ParamKind> {}

export const Validation = struct(
  `${V1}.Validation`,
  'An expression that has to be true of a request.',
  () => ({
    expression: required(
      1,
      string,
      'Expression in CEL; it can name object, oldObject, request, params, namespaceObject and variables.',
    ),
    message: optional(2, string, 'What a client is told when the expression is not true.'),
    reason: explicit(3, string, 'Reason of the rejection: Forbidden, Invalid or RequestEntityTooLarge.'),
    messageExpression: optional(
      4,
      string,
      'Expression in CEL whose text a client is told instead of the message.',
    ),
  }),
)
export interface Validation extends Infer<typeof Validation> {}

export const AuditAnnotation = struct(`${V1}.AuditAnnotation`, 'What is noted in the audit log.', () => ({
  key: required(1, string, 'Key of the annotation, behind the name of the policy.'),
  valueExpression: required(2, string, 'Expression in CEL: a text, or null for no annotation.'),
}))
export interface AuditAnnotation extends Infer<typeof AuditAnnotation> {}

export const Variable = struct(
  `${V1}.Variable`,
  'An expression that others name as variables.<name>.',
  () => ({
    name: required(1, string, 'Name of the variable, which no other one of the list has.'),
    expression: required(2, string, 'Expression in CEL, which can name the variables before this one.'),
  }),
  { mapType: 'atomic' },
)
export interface Variable extends Infer<typeof Variable> {}

export const ValidatingAdmissionPolicySpec = struct(
  `${V1}.ValidatingAdmissionPolicySpec`,
  'What has to be true of which requests.',
  () => ({
    paramKind: explicit(1, ParamKind, 'Kind of the parameters of the policy; none when absent.'),
    matchConstraints: explicit(2, MatchResources, 'Requests that the policy is about.'),
    validations: optional(3, list(Validation), 'Expressions that have to be true.', { listType: 'atomic' }),
    failurePolicy: explicit(4, string, 'What becomes of a request when an expression cannot be evaluated.', {
      default: 'Fail',
      enum: FAILURE_POLICIES,
    }),
    auditAnnotations: optional(5, list(AuditAnnotation), 'What is noted of requests in the audit log.', {
      listType: 'atomic',
    }),
    matchConditions: optional(
      6,
      list(MatchCondition),
      'Conditions that a request has to fulfil for the policy to be about it.',
      BY_NAME,
    ),
    variables: optional(7, list(Variable), 'Expressions that others can name.', BY_NAME),
  }),
)
export interface ValidatingAdmissionPolicySpec extends Infer<typeof ValidatingAdmissionPolicySpec> {}

export const ExpressionWarning = struct(
  `${V1}.ExpressionWarning`,
  'What may be wrong with an expression.',
  () => ({
    fieldRef: required(2, string, 'Path of the expression in the policy.'),
    warning: required(3, string, 'What the check of types has found, for each type of object.'),
  }),
)
export interface ExpressionWarning extends Infer<typeof ExpressionWarning> {}

export const TypeChecking = struct(`${V1}.TypeChecking`, 'What the check of types has found.', () => ({
  expressionWarnings: optional(1, list(ExpressionWarning), 'What may be wrong with expressions.', {
    listType: 'atomic',
  }),
}))
export interface TypeChecking extends Infer<typeof TypeChecking> {}

export const ValidatingAdmissionPolicyStatus = struct(
  `${V1}.ValidatingAdmissionPolicyStatus`,
  'Latest findings about a policy.',
  () => ({
    observedGeneration: optional(1, int64, 'Generation of the policy that the findings are about.'),
    typeChecking: explicit(2, TypeChecking, 'What the check of types has found; absent until it is done.'),
    conditions: optional(3, list(Condition), 'Latest findings.', { listType: 'map', listMapKeys: ['type'] }),
  }),
)
export interface ValidatingAdmissionPolicyStatus extends Infer<typeof ValidatingAdmissionPolicyStatus> {}

export const ValidatingAdmissionPolicy = struct(
  `${V1}.ValidatingAdmissionPolicy`,
  'Expressions that have to be true of requests, where a binding puts them to use.',
  () => ({
    ...typeMeta,
    metadata: optional(1, ObjectMeta, 'Name, labels and other standard data of the policy.'),
    spec: optional(2, ValidatingAdmissionPolicySpec, 'What has to be true of which requests.'),
    status: optional(3, ValidatingAdmissionPolicyStatus, 'Latest findings about the policy.'),
  }),
)
export interface ValidatingAdmissionPolicy extends Infer<typeof ValidatingAdmissionPolicy> {}
