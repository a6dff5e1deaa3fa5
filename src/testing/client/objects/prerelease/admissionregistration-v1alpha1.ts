// Written by `npm run types:objects` from the schemas of the kinds. Do not edit.

import type { LabelSelector, ObjectMeta } from '../meta-v1.js'

/** Fields to apply to the object. */
export interface ApplyConfiguration {
  /** CEL expression that constructs the fields: Object{spec: Object.spec{replicas: 1}}. They are merged as server-side apply does. */
  expression?: string
}

/** JSON Patch of the object. */
export interface JSONPatch {
  /** CEL expression that constructs the operations: [JSONPatch{op: "add", path: "/spec/replicas", value: 1}]. */
  expression?: string
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

/** Changes objects of requests with CEL expressions; takes effect through a binding. */
export interface MutatingAdmissionPolicy {
  kind: 'MutatingAdmissionPolicy'
  apiVersion: 'admissionregistration.k8s.io/v1alpha1'
  /** Name, labels and other standard data of the policy. */
  metadata: ObjectMeta
  /** What to change, and for which requests. */
  spec: MutatingAdmissionPolicySpec
}

/** Puts a mutating policy into effect. */
export interface MutatingAdmissionPolicyBinding {
  kind: 'MutatingAdmissionPolicyBinding'
  apiVersion: 'admissionregistration.k8s.io/v1alpha1'
  /** Name, labels and other standard data of the binding. */
  metadata: ObjectMeta
  /** Which policy takes effect, and for which requests. */
  spec: MutatingAdmissionPolicyBindingSpec
}

/** Which policy takes effect, and for which requests. */
export interface MutatingAdmissionPolicyBindingSpec {
  /** Name of the policy. */
  policyName?: string
  /** Parameters of the policy. */
  paramRef?: ParamRef
  /** Narrows down the requests that the policy matches. */
  matchResources?: MatchResources
}

/** What to change, and for which requests. */
export interface MutatingAdmissionPolicySpec {
  /** Kind of the policy's parameters; no parameters when absent. */
  paramKind?: ParamKind
  /** Requests that the policy changes. */
  matchConstraints?: MatchResources
  /** Named expressions that the mutations can use. */
  variables?: Variable[]
  /** Changes of the object, in order. */
  mutations?: Mutation[]
  /** Whether the request fails (Fail) or goes on (Ignore) when a mutation fails. */
  failurePolicy?: string
  /** Conditions that a request must meet before the policy changes it. */
  matchConditions?: MatchCondition[]
  /** Whether the mutations are made a second time when the object has changed since (IfNeeded), or not (Never). */
  reinvocationPolicy?: string
}

/** A change of the object. */
export interface Mutation {
  /** ApplyConfiguration or JSONPatch. */
  patchType: string
  /** Fields to apply, for ApplyConfiguration. */
  applyConfiguration?: ApplyConfiguration
  /** JSON Patch, for JSONPatch. */
  jsonPatch?: JSONPatch
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

/** An expression that others can use as variables.<name>. */
export interface Variable {
  /** Name of the variable, unique in the list. */
  name: string
  /** CEL expression; it can use the variables before this one. */
  expression: string
}
