// Written by `npm run types:objects` from the schemas of the kinds. Do not edit.

import type { ObjectMeta } from './meta-v1.js'

/** A version of an API group. Its name is version.group, or v1. for the core group. */
export interface APIService {
  kind: 'APIService'
  apiVersion: 'apiregistration.k8s.io/v1'
  /** Name, labels and other standard data of the APIService. */
  metadata: ObjectMeta
  /** The version, and the server of it. */
  spec: APIServiceSpec
  /** Observed state of the APIService. */
  status: APIServiceStatus
}

/** One condition of an APIService. */
export interface APIServiceCondition {
  /** Type of the condition, such as Available. */
  type: string
  /** Whether the condition holds: True, False or Unknown. */
  status: string
  /** When the status last changed. */
  lastTransitionTime: string | null
  /** Reason of the last change, as a CamelCase word. */
  reason?: string
  /** Details of the last change, for people. */
  message?: string
}

/** A version of an API group, and the server of it. */
export interface APIServiceSpec {
  /** Service in front of the server of the version; this server itself when absent. */
  service?: ServiceReference
  /** Name of the API group; empty for the core group. */
  group?: string
  /** Version of the API group, such as v1. */
  version?: string
  /** True accepts any certificate of the service's server. Not together with caBundle. */
  insecureSkipTLSVerify?: boolean
  /** CA certificates, in PEM, that verify the service's certificate. */
  caBundle?: string
  /** Priority of the group, between 1 and 20000: clients prefer groups with a higher one. The highest of all versions counts. */
  groupPriorityMinimum: number
  /** Priority of the version within its group, between 1 and 1000: clients prefer versions with a higher one. */
  versionPriority: number
}

/** Observed state of an APIService. */
export interface APIServiceStatus {
  /** Latest conditions. */
  conditions?: APIServiceCondition[]
}

/** Service in front of another API server. */
export interface ServiceReference {
  /** Namespace of the service. */
  namespace?: string
  /** Name of the service. */
  name?: string
  /** Port of the service, between 1 and 65535; 443 when left out. */
  port?: number
}
