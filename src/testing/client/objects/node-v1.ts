// Written by `npm run types:objects` from the schemas of the kinds. Do not edit.

import type { Toleration } from './core-v1.js'
import type { ObjectMeta } from './meta-v1.js'

/** Resource overhead of a pod, besides its containers. */
export interface Overhead {
  /** Fixed overhead per pod. */
  podFixed?: Record<string, string>
}

/** Selects the container runtime configuration of pods. */
export interface RuntimeClass {
  kind: 'RuntimeClass'
  apiVersion: 'node.k8s.io/v1'
  /** Name, labels and other standard data of the class. */
  metadata: ObjectMeta
  /** Handler of the container runtime; never changes. */
  handler: string
  /** Resource overhead of a pod, besides its containers. */
  overhead?: Overhead
  /** Nodes that can run pods of the class; all when absent. */
  scheduling?: Scheduling
}

/** Nodes that can run pods of the class. */
export interface Scheduling {
  /** Labels of the nodes; merged into the nodeSelector of pods. */
  nodeSelector?: Record<string, string>
  /** Tolerations that are added to pods. */
  tolerations?: Toleration[]
}
