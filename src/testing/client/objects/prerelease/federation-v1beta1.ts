// Written by `npm run types:objects` from the schemas of the kinds. Do not edit.

import type { LocalObjectReference } from '../core-v1.js'
import type { ObjectMeta } from '../meta-v1.js'

/** A member cluster registered with the federation; not bound to a namespace. */
export interface Cluster {
  kind: 'Cluster'
  apiVersion: 'federation/v1beta1'
  /** Cluster name, labels and other standard data; the name cannot change later. */
  metadata: ObjectMeta
  /** How the federation reaches the member cluster. */
  spec: ClusterSpec
  /** Health and location of the member cluster as last probed. */
  status: ClusterStatus
}

/** One health condition of a member cluster. */
export interface ClusterCondition {
  /** Type of the condition: Ready or Offline. */
  type: string
  /** Result of the probe: True, False or Unknown. */
  status: string
  /** When the cluster was last probed for the condition. */
  lastProbeTime: string | null
  /** When the status last changed. */
  lastTransitionTime: string | null
  /** Reason of the last change, as a CamelCase word. */
  reason?: string
  /** Details of the last change, for people. */
  message?: string
}

/** How to reach a member cluster. */
export interface ClusterSpec {
  /** API server addresses of the member cluster by client network; at least one is required. */
  serverAddressByClientCIDRs: ServerAddressByClientCIDR[]
  /** Secret on the federation host cluster with access credentials; absent means none are used. */
  secretRef?: LocalObjectReference
}

/** Observed state of a member cluster. */
export interface ClusterStatus {
  /** Health conditions: Ready and Offline. */
  conditions?: ClusterCondition[]
  /** Availability zones in which the nodes of the cluster run. */
  zones?: string[]
  /** Cloud region the cluster is in; empty when not known. */
  region?: string
}

/** API server address of a member cluster for clients of one network range. */
export interface ServerAddressByClientCIDR {
  /** Network range in CIDR form, such as 0.0.0.0/0 for every client. */
  clientCIDR: string
  /** Address those clients use: host name, IP, or either with a port. */
  serverAddress: string
}
