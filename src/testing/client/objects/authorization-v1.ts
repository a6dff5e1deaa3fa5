// Written by `npm run types:objects` from the schemas of the kinds. Do not edit.

import type { FieldSelectorRequirement, LabelSelectorRequirement, ObjectMeta } from './meta-v1.js'

/** The field selector of a request. */
export interface FieldSelectorAttributes {
  /** Selector in query string form; not together with requirements. */
  rawSelector?: string
  /** Parsed selector; all requirements must hold. */
  requirements?: FieldSelectorRequirement[]
}

/** The label selector of a request. */
export interface LabelSelectorAttributes {
  /** Selector in query string form; not together with requirements. */
  rawSelector?: string
  /** Parsed selector; all requirements must hold. */
  requirements?: LabelSelectorRequirement[]
}

/** Checks whether a user may do something in one namespace. */
export interface LocalSubjectAccessReview {
  kind: 'LocalSubjectAccessReview'
  apiVersion: 'authorization.k8s.io/v1'
  /** Must be empty except for the namespace. */
  metadata: ObjectMeta
  /** The user and the action to check. */
  spec: SubjectAccessReviewSpec
  /** Result, filled in by the server. */
  status: SubjectAccessReviewStatus
}

/** An action on a non-resource path. */
export interface NonResourceAttributes {
  /** Path of the request. */
  path?: string
  /** Method of the request in lower case. */
  verb?: string
}

/** A rule that allows methods on non-resource paths. */
export interface NonResourceRule {
  /** Methods that are allowed, in lower case; * stands for all. */
  verbs: string[]
  /** The paths; a * at the end matches any suffix. */
  nonResourceURLs?: string[]
}

/** An action on a resource. */
export interface ResourceAttributes {
  /** Namespace of the action; empty for all namespaces or a resource without one. */
  namespace?: string
  /** Verb, such as get or create; * for all. */
  verb?: string
  /** Group of the resource; * for all. */
  group?: string
  /** Version of the resource; * for all. */
  version?: string
  /** Plural name of the resource; * for all. */
  resource?: string
  /** Name of the subresource; none when empty. */
  subresource?: string
  /** Name of the object; all objects when left out. */
  name?: string
  /** Field selector of the action. */
  fieldSelector?: FieldSelectorAttributes
  /** Label selector of the action. */
  labelSelector?: LabelSelectorAttributes
}

/** A rule that allows verbs on resources. */
export interface ResourceRule {
  /** Verbs that are allowed; * stands for all. */
  verbs: string[]
  /** Groups of the resources. */
  apiGroups?: string[]
  /** The resources; a subresource follows a slash. */
  resources?: string[]
  /** Object names that the rule is limited to; all when empty. */
  resourceNames?: string[]
}

/** Checks whether the user of this request may do something. */
export interface SelfSubjectAccessReview {
  kind: 'SelfSubjectAccessReview'
  apiVersion: 'authorization.k8s.io/v1'
  /** Must be empty. */
  metadata: ObjectMeta
  /** The action to check. */
  spec: SelfSubjectAccessReviewSpec
  /** Result, filled in by the server. */
  status: SubjectAccessReviewStatus
}

/** The action to check; set exactly one field. */
export interface SelfSubjectAccessReviewSpec {
  /** The action, if it is on a resource. */
  resourceAttributes?: ResourceAttributes
  /** The action, if it is on a non-resource path. */
  nonResourceAttributes?: NonResourceAttributes
}

/** Lists what the user of this request may do in a namespace. */
export interface SelfSubjectRulesReview {
  kind: 'SelfSubjectRulesReview'
  apiVersion: 'authorization.k8s.io/v1'
  /** Ignored. */
  metadata: ObjectMeta
  /** Namespace of the review. */
  spec: SelfSubjectRulesReviewSpec
  /** Result, filled in by the server. */
  status: SubjectRulesReviewStatus
}

/** Namespace of the review. */
export interface SelfSubjectRulesReviewSpec {
  /** Namespace to list the rules of. */
  namespace?: string
}

/** Checks whether a user may do something. */
export interface SubjectAccessReview {
  kind: 'SubjectAccessReview'
  apiVersion: 'authorization.k8s.io/v1'
  /** Must be empty. */
  metadata: ObjectMeta
  /** The user and the action to check. */
  spec: SubjectAccessReviewSpec
  /** Result, filled in by the server. */
  status: SubjectAccessReviewStatus
}

/** The action to check, and the user. */
export interface SubjectAccessReviewSpec {
  /** The action, if it is on a resource. */
  resourceAttributes?: ResourceAttributes
  /** The action, if it is on a non-resource path. */
  nonResourceAttributes?: NonResourceAttributes
  /** Name of the user; without a name only the groups are checked. */
  user?: string
  /** Groups of the user; the server adds none. */
  groups?: string[]
  /** Further data about the user from the authenticator. */
  extra?: Record<string, string[]>
  /** Identifier of the user. */
  uid?: string
}

/** Result of an access review. */
export interface SubjectAccessReviewStatus {
  /** Whether the action is allowed. */
  allowed: boolean
  /** True when an authorizer denied the action, which overrides others that allow it. */
  denied?: boolean
  /** Reason of the decision, for people. */
  reason?: string
  /** Error during evaluation; the decision is valid despite it. */
  evaluationError?: string
}

/** Rules of the user. */
export interface SubjectRulesReviewStatus {
  /** Rules for resources, in no particular order. */
  resourceRules: ResourceRule[]
  /** Rules for non-resource paths, in no particular order. */
  nonResourceRules: NonResourceRule[]
  /** True when there may be more rules than are listed. */
  incomplete: boolean
  /** Error during evaluation, such as a missing role. */
  evaluationError?: string
}
