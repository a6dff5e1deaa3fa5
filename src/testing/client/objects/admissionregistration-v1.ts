// Written by `npm run types:objects` from the schemas of the kinds. Do not edit.

import type { Condition, LabelSelector, ObjectMeta } from './meta-v1.js'

/** Annotation of the audit event. */
export interface AuditAnnotation {
  /** Key of the annotation; the name of the policy is its prefix. */
  key: string
  /** CEL expression: a string, or null for no annotation. */
  valueExpression: string
}

/** Warning about an expression. */
export interface ExpressionWarning {
  /** Path of the expression in the policy. */
  fieldRef: string
  /** Result of type checking, for each type of object. */
  warning: string
}

/** A condition that a request must meet. */
export interface MatchCondition {
  /** Name of the condition, unique in the list. */
  name: string
  /** CEL expression that yields a boolean; it can use object, oldObject and request. */
  expression: string
}

/** Which requests match. */
export interface MatchResources {
  /** Matches namespaces by label. */
  namespaceSelector?: LabelSelector
  /** Matches objects by label. */
  objectSelector?: LabelSelector
  /** Rules of which a request must match one. */
  resourceRules?: NamedRuleWithOperations[]
  /** Rules that exclude requests; they override all others. */
  excludeResourceRules?: NamedRuleWithOperations[]
  /** Exact matches only the versions in the rules; Equivalent matches the same resource in any group or version. */
  matchPolicy?: string
}

/** A webhook that may change objects. */
export interface MutatingWebhook {
  /** Name of the webhook, with a domain: policies.example.com. */
  name: string
  /** How to reach the webhook. */
  clientConfig: WebhookClientConfig
  /** Operations and resources that the webhook is called for. */
  rules?: RuleWithOperations[]
  /** Whether the request fails (Fail) or goes on (Ignore) when the webhook call fails. */
  failurePolicy?: string
  /** Exact matches only the versions in the rules; Equivalent matches the same resource in any group or version. */
  matchPolicy?: string
  /** Matches namespaces by label; only their objects reach the webhook. */
  namespaceSelector?: LabelSelector
  /** Matches objects by label; only these reach the webhook. */
  objectSelector?: LabelSelector
  /** Side effects of a call, besides its response: None or NoneOnDryRun. */
  sideEffects: string
  /** Timeout of a call, in seconds. */
  timeoutSeconds?: number
  /** AdmissionReview versions that the webhook supports, preferred first. */
  admissionReviewVersions: string[]
  /** Conditions that a request must meet before the webhook is called. */
  matchConditions?: MatchCondition[]
  /** Whether to call the webhook again if a later webhook changes the object. */
  reinvocationPolicy?: string
}

/** Webhooks that may change objects before they are stored. */
export interface MutatingWebhookConfiguration {
  kind: 'MutatingWebhookConfiguration'
  apiVersion: 'admissionregistration.k8s.io/v1'
  /** Name, labels and other standard data of the configuration. */
  metadata: ObjectMeta
  /** The webhooks, in the order of their calls. */
  webhooks?: MutatingWebhook[]
}

/** Which operations on which objects match. */
export interface NamedRuleWithOperations {
  /** Names of the objects; all of them when empty. */
  resourceNames?: string[]
  /** CREATE, UPDATE, DELETE, CONNECT, or * for all. */
  operations?: string[]
  /** Groups of the resources; * is any. */
  apiGroups?: string[]
  /** Versions of the resources; * is any. */
  apiVersions?: string[]
  /** Resources, in plural: pods, pods/log, pods/* for all subresources, *\/scale, * for all resources, *\/* for everything. */
  resources?: string[]
  /** Cluster, Namespaced, or * for both. */
  scope?: string
}

/** Kind of the objects that serve as parameters. */
export interface ParamKind {
  /** Group and version of the kind. */
  apiVersion?: string
  /** Name of the kind. */
  kind?: string
}

/** Parameter objects of a policy: one by name, or several by label. */
export interface ParamRef {
  /** Name of the object. */
  name?: string
  /** Namespace of the objects; the namespace of the request when empty. */
  namespace?: string
  /** Matches the objects by label. */
  selector?: LabelSelector
  /** Whether a request passes when no parameters are found: Allow or Deny. */
  parameterNotFoundAction?: string
}

/** Which operations on which resources match. */
export interface RuleWithOperations {
  /** CREATE, UPDATE, DELETE, CONNECT, or * for all. */
  operations?: string[]
  /** Groups of the resources; * is any. */
  apiGroups?: string[]
  /** Versions of the resources; * is any. */
  apiVersions?: string[]
  /** Resources, in plural: pods, pods/log, pods/* for all subresources, *\/scale, * for all resources, *\/* for everything. */
  resources?: string[]
  /** Cluster, Namespaced, or * for both. */
  scope?: string
}

/** Service in front of a webhook. */
export interface ServiceReference {
  /** Namespace of the service. */
  namespace: string
  /** Name of the service. */
  name: string
  /** Path of the webhook's endpoint. */
  path?: string
  /** Port of the service. */
  port?: number
}

/** Result of type checking. */
export interface TypeChecking {
  /** Warnings about expressions. */
  expressionWarnings?: ExpressionWarning[]
}

/** Validates requests with CEL expressions; takes effect through a binding. */
export interface ValidatingAdmissionPolicy {
  kind: 'ValidatingAdmissionPolicy'
  apiVersion: 'admissionregistration.k8s.io/v1'
  /** Name, labels and other standard data of the policy. */
  metadata: ObjectMeta
  /** What to validate, and for which requests. */
  spec: ValidatingAdmissionPolicySpec
  /** Observed state of the policy. */
  status: ValidatingAdmissionPolicyStatus
}

/** Enforces a policy. */
export interface ValidatingAdmissionPolicyBinding {
  kind: 'ValidatingAdmissionPolicyBinding'
  apiVersion: 'admissionregistration.k8s.io/v1'
  /** Name, labels and other standard data of the binding. */
  metadata: ObjectMeta
  /** Which policy to enforce, and how. */
  spec: ValidatingAdmissionPolicyBindingSpec
}

/** Which policy to enforce, and how. */
export interface ValidatingAdmissionPolicyBindingSpec {
  /** Name of the policy. */
  policyName?: string
  /** Parameters of the policy. */
  paramRef?: ParamRef
  /** Narrows down the requests that the policy matches. */
  matchResources?: MatchResources
  /** Actions when a validation fails: Deny, Warn, Audit. */
  validationActions?: string[]
}

/** What to validate, and for which requests. */
export interface ValidatingAdmissionPolicySpec {
  /** Kind of the policy's parameters; no parameters when absent. */
  paramKind?: ParamKind
  /** Requests that the policy validates. */
  matchConstraints?: MatchResources
  /** Expressions that must be true. */
  validations?: Validation[]
  /** Whether the request fails (Fail) or goes on (Ignore) when an expression cannot be evaluated. */
  failurePolicy?: string
  /** Annotations of the audit event of a request. */
  auditAnnotations?: AuditAnnotation[]
  /** Conditions that a request must meet before the policy validates it. */
  matchConditions?: MatchCondition[]
  /** Named expressions that the others can use. */
  variables?: Variable[]
}

/** Observed state of a policy. */
export interface ValidatingAdmissionPolicyStatus {
  /** Generation of the policy that was observed. */
  observedGeneration?: number
  /** Result of type checking; absent until it is done. */
  typeChecking?: TypeChecking
  /** Latest conditions. */
  conditions?: Condition[]
}

/** A webhook that may reject objects. */
export interface ValidatingWebhook {
  /** Name of the webhook, with a domain: policies.example.com. */
  name: string
  /** How to reach the webhook. */
  clientConfig: WebhookClientConfig
  /** Operations and resources that the webhook is called for. */
  rules?: RuleWithOperations[]
  /** Whether the request fails (Fail) or goes on (Ignore) when the webhook call fails. */
  failurePolicy?: string
  /** Exact matches only the versions in the rules; Equivalent matches the same resource in any group or version. */
  matchPolicy?: string
  /** Matches namespaces by label; only their objects reach the webhook. */
  namespaceSelector?: LabelSelector
  /** Matches objects by label; only these reach the webhook. */
  objectSelector?: LabelSelector
  /** Side effects of a call, besides its response: None or NoneOnDryRun. */
  sideEffects: string
  /** Timeout of a call, in seconds. */
  timeoutSeconds?: number
  /** AdmissionReview versions that the webhook supports, preferred first. */
  admissionReviewVersions: string[]
  /** Conditions that a request must meet before the webhook is called. */
  matchConditions?: MatchCondition[]
}

/** Webhooks that may reject objects before they are stored. */
export interface ValidatingWebhookConfiguration {
  kind: 'ValidatingWebhookConfiguration'
  apiVersion: 'admissionregistration.k8s.io/v1'
  /** Name, labels and other standard data of the configuration. */
  metadata: ObjectMeta
  /** The webhooks; they are called in parallel. */
  webhooks?: ValidatingWebhook[]
}

/** An expression that must be true for a request. */
export interface Validation {
  /** CEL expression; it can use object, oldObject, request, params, namespaceObject and variables. */
  expression: string
  /** Message to the client when the expression is false. */
  message?: string
  /** Reason in the Status of the rejection: Forbidden, Invalid or RequestEntityTooLarge. */
  reason?: string
  /** CEL expression whose string replaces the message. */
  messageExpression?: string
}

/** An expression that others can use as variables.<name>. */
export interface Variable {
  /** Name of the variable, unique in the list. */
  name: string
  /** CEL expression; it can use the variables before this one. */
  expression: string
}

/** How to reach a webhook: by URL or by service. */
export interface WebhookClientConfig {
  /** Service in front of the webhook. */
  service?: ServiceReference
  /** CA certificates, in PEM, that verify the webhook's certificate. */
  caBundle?: string
  /** URL of the webhook: https://host:port/path. */
  url?: string
}
