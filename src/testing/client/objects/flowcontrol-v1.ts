// Written by `npm run types:objects` from the schemas of the kinds. Do not edit.

import type { ObjectMeta } from './meta-v1.js'

/** A priority level without a limit. */
export interface ExemptPriorityLevelConfiguration {
  /** Nominal share of the server's concurrency. */
  nominalConcurrencyShares?: number
  /** Percentage of its share that other levels may borrow. */
  lendablePercent?: number
}

/** How requests are divided into flows. */
export interface FlowDistinguisherMethod {
  /** ByUser or ByNamespace. */
  type: string
}

/** Assigns requests to a priority level. */
export interface FlowSchema {
  kind: 'FlowSchema'
  apiVersion: 'flowcontrol.apiserver.k8s.io/v1'
  /** Name, labels and other standard data of the schema. */
  metadata: ObjectMeta
  /** Which requests match, and their priority level. */
  spec: FlowSchemaSpec
  /** Observed state of the schema. */
  status: FlowSchemaStatus
}

/** One condition of a flow schema. */
export interface FlowSchemaCondition {
  /** Type of the condition, such as Dangling. */
  type?: string
  /** Whether the condition holds: True, False or Unknown. */
  status?: string
  /** When the status last changed. */
  lastTransitionTime: string | null
  /** Reason of the last change, as a CamelCase word. */
  reason?: string
  /** Details of the last change, for people. */
  message?: string
}

/** Which requests match, and their priority level. */
export interface FlowSchemaSpec {
  /** Priority level of the requests. */
  priorityLevelConfiguration: PriorityLevelConfigurationReference
  /** Precedence among matching schemas; the lowest number wins. 1000 when left out. */
  matchingPrecedence?: number
  /** How requests are divided into flows; one flow when absent. */
  distinguisherMethod?: FlowDistinguisherMethod
  /** Rules that match requests; no request matches when absent. */
  rules?: PolicyRulesWithSubjects[]
}

/** Observed state of a flow schema. */
export interface FlowSchemaStatus {
  /** Latest conditions. */
  conditions?: FlowSchemaCondition[]
}

/** A group of users. */
export interface GroupSubject {
  /** Name of the group; * is any. */
  name: string
}

/** What happens to requests above the limit. */
export interface LimitResponse {
  /** Queue or Reject. */
  type: string
  /** Settings of the queues; only with type Queue. */
  queuing?: QueuingConfiguration
}

/** Concurrency limit of a priority level. */
export interface LimitedPriorityLevelConfiguration {
  /** Nominal share of the server's concurrency; 30 when left out. */
  nominalConcurrencyShares?: number
  /** What happens to requests above the limit. */
  limitResponse: LimitResponse
  /** Percentage of its share that other levels may borrow. */
  lendablePercent?: number
  /** Percentage of its share that it may borrow from others; no limit when absent. */
  borrowingLimitPercent?: number
}

/** Matches requests for non-resource paths. */
export interface NonResourcePolicyRule {
  /** Verbs of the requests; * is any. */
  verbs: string[]
  /** Paths of the requests, possibly with * at the end. */
  nonResourceURLs: string[]
}

/** Matches requests by user and by resource or path. */
export interface PolicyRulesWithSubjects {
  /** Users, groups and service accounts that match. */
  subjects: Subject[]
  /** Matches requests for resources. */
  resourceRules?: ResourcePolicyRule[]
  /** Matches requests for non-resource paths. */
  nonResourceRules?: NonResourcePolicyRule[]
}

/** Concurrency limit for a class of requests. */
export interface PriorityLevelConfiguration {
  kind: 'PriorityLevelConfiguration'
  apiVersion: 'flowcontrol.apiserver.k8s.io/v1'
  /** Name, labels and other standard data of the level. */
  metadata: ObjectMeta
  /** Concurrency limit of the level. */
  spec: PriorityLevelConfigurationSpec
  /** Observed state of the level. */
  status: PriorityLevelConfigurationStatus
}

/** One condition of a priority level. */
export interface PriorityLevelConfigurationCondition {
  /** Type of the condition, such as Dangling. */
  type?: string
  /** Whether the condition holds: True, False or Unknown. */
  status?: string
  /** When the status last changed. */
  lastTransitionTime: string | null
  /** Reason of the last change, as a CamelCase word. */
  reason?: string
  /** Details of the last change, for people. */
  message?: string
}

/** Reference to a priority level. */
export interface PriorityLevelConfigurationReference {
  /** Name of the level. */
  name: string
}

/** Concurrency limit of a priority level; set only the field that type names. */
export interface PriorityLevelConfigurationSpec {
  /** Limited or Exempt. */
  type: string
  /** Concurrency limit, and what happens to requests above it. */
  limited?: LimitedPriorityLevelConfiguration
  /** Share of a priority level without a limit. */
  exempt?: ExemptPriorityLevelConfiguration
}

/** Observed state of a priority level. */
export interface PriorityLevelConfigurationStatus {
  /** Latest conditions. */
  conditions?: PriorityLevelConfigurationCondition[]
}

/** Settings of the queues. */
export interface QueuingConfiguration {
  /** Number of queues; 64 when left out. */
  queues?: number
  /** Number of candidate queues per flow, of which a request joins the shortest; 8 when left out. */
  handSize?: number
  /** Maximum number of requests in a queue; 50 when left out. */
  queueLengthLimit?: number
}

/** Matches requests for resources. */
export interface ResourcePolicyRule {
  /** Verbs of the requests; * is any. */
  verbs: string[]
  /** Groups of the objects; * is any. */
  apiGroups: string[]
  /** Resources, in plural; * is any. */
  resources: string[]
  /** True matches requests without a namespace too. */
  clusterScope?: boolean
  /** Namespaces of the requests; * is any. */
  namespaces?: string[]
}

/** A service account. */
export interface ServiceAccountSubject {
  /** Namespace of the account. */
  namespace: string
  /** Name of the account; * is any of the namespace. */
  name: string
}

/** Matches requests by user; set only the field that kind names. */
export interface Subject {
  /** User, Group or ServiceAccount. */
  kind: string
  /** A user. */
  user?: UserSubject
  /** A group of users. */
  group?: GroupSubject
  /** A service account. */
  serviceAccount?: ServiceAccountSubject
}

/** A user. */
export interface UserSubject {
  /** Name of the user; * is any. */
  name: string
}
