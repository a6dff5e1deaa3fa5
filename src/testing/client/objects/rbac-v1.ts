// Written by `npm run types:objects` from the schemas of the kinds. Do not edit.

import type { LabelSelector, ObjectMeta } from './meta-v1.js'

/** Which cluster roles an aggregated cluster role combines. */
export interface AggregationRule {
  /** Label selectors; a role that matches one of them adds its rules. */
  clusterRoleSelectors?: LabelSelector[]
}

/** A set of rules for all namespaces and for cluster-scoped resources; bindings grant it. */
export interface ClusterRole {
  kind: 'ClusterRole'
  apiVersion: 'rbac.authorization.k8s.io/v1'
  /** Name, labels and other standard data of the role. */
  metadata: ObjectMeta
  /** The rules; null when there are none. */
  rules: PolicyRule[] | null
  /** Lets the server fill in the rules from those of other roles. */
  aggregationRule?: AggregationRule
}

/** Grants a cluster role to users, groups and service accounts in the whole cluster. */
export interface ClusterRoleBinding {
  kind: 'ClusterRoleBinding'
  apiVersion: 'rbac.authorization.k8s.io/v1'
  /** Name, labels and other standard data of the binding. */
  metadata: ObjectMeta
  /** The users, groups and service accounts to which the role is granted. */
  subjects?: Subject[]
  /** The cluster role. Never changes. */
  roleRef: RoleRef
}

/** A rule that allows verbs on resources or on non-resource paths. */
export interface PolicyRule {
  /** Verbs that the rule allows; * stands for all. */
  verbs: string[]
  /** API groups of the resources; "" is the core group, * every group. */
  apiGroups?: string[]
  /** Resources, with a subresource after a slash; * stands for all. */
  resources?: string[]
  /** Object names that the rule is limited to; every name when left out. */
  resourceNames?: string[]
  /** Non-resource paths; a * at the end matches any suffix. Cluster roles only. */
  nonResourceURLs?: string[]
}

/** A set of rules for one namespace; bindings grant it. */
export interface Role {
  kind: 'Role'
  apiVersion: 'rbac.authorization.k8s.io/v1'
  /** Name, labels and other standard data of the role. */
  metadata: ObjectMeta
  /** The rules; null when there are none. */
  rules: PolicyRule[] | null
}

/** Grants a role to users, groups and service accounts in one namespace. */
export interface RoleBinding {
  kind: 'RoleBinding'
  apiVersion: 'rbac.authorization.k8s.io/v1'
  /** Name, labels and other standard data of the binding. */
  metadata: ObjectMeta
  /** The users, groups and service accounts to which the role is granted. */
  subjects?: Subject[]
  /** The role: one of the namespace, or a cluster role. Never changes. */
  roleRef: RoleRef
}

/** The role that a binding grants. */
export interface RoleRef {
  /** API group of the role: always rbac.authorization.k8s.io. */
  apiGroup?: string
  /** Role or ClusterRole. */
  kind: string
  /** Name of the role. */
  name: string
}

/** A user, group or service account to which a role is granted. */
export interface Subject {
  /** User, Group or ServiceAccount. */
  kind: string
  /** API group of the kind; filled in when left out. */
  apiGroup?: string
  /** Name of the user, group or service account. */
  name: string
  /** Namespace of a service account; that of the binding when left out. */
  namespace?: string
}
