// Written by `npm run types:objects` from the schemas of the kinds. Do not edit.

import type { ObjectMeta } from './meta-v1.js'

/** A lock that one of several processes holds at a time, for instance for leader election. */
export interface Lease {
  kind: 'Lease'
  apiVersion: 'coordination.k8s.io/v1'
  /** Name, namespace, labels and other standard data of the lease. */
  metadata: ObjectMeta
  /** Holder and times of the lease. */
  spec: LeaseSpec
}

/** Who holds a lease, since when and for how long. */
export interface LeaseSpec {
  /** Name of the present holder; empty when nothing holds the lease. */
  holderIdentity?: string
  /** Seconds after the last renewal until others may take the lease. */
  leaseDurationSeconds?: number
  /** When the present holder got the lease. */
  acquireTime?: string
  /** When the present holder last renewed the lease. */
  renewTime?: string
  /** Number of changes of the holder. */
  leaseTransitions?: number
  /** How a coordinator elects the holder; custom strategies have a domain prefix. */
  strategy?: string
  /** Candidate that should take over the lease; needs a strategy. */
  preferredHolder?: string
}
