import type { EventText } from '../controllers/events/event-text.js'
import type { WrittenKind } from '../controllers/written-kind.js'
import type { ApiObject } from '../meta/api-object.js'
import type { ObjectMeta } from '../meta/object-meta.js'

export const POD: WrittenKind = { apiVersion: 'v1', kind: 'Pod', plural: 'pods' }
export const NODE: WrittenKind = { apiVersion: 'v1', kind: 'Node', plural: 'nodes' }
export const REPLICA_SET: WrittenKind = { apiVersion: 'apps/v1', kind: 'ReplicaSet', plural: 'replicasets' }
export const REPLICATION_CONTROLLER: WrittenKind = {
  apiVersion: 'v1',
  kind: 'ReplicationController',
  plural: 'replicationcontrollers',
}
export const DAEMON_SET: WrittenKind = { apiVersion: 'apps/v1', kind: 'DaemonSet', plural: 'daemonsets' }
export const STATEFUL_SET: WrittenKind = {
  apiVersion: 'apps/v1',
  kind: 'StatefulSet',
  plural: 'statefulsets',
}
export const CONTROLLER_REVISION: WrittenKind = {
  apiVersion: 'apps/v1',
  kind: 'ControllerRevision',
  plural: 'controllerrevisions',
}
export const CLAIM: WrittenKind = {
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  plural: 'persistentvolumeclaims',
}
export const SERVICE: WrittenKind = { apiVersion: 'v1', kind: 'Service', plural: 'services' }
export const ENDPOINTS: WrittenKind = { apiVersion: 'v1', kind: 'Endpoints', plural: 'endpoints' }
export const ENDPOINT_SLICE: WrittenKind = {
  apiVersion: 'discovery.k8s.io/v1',
  kind: 'EndpointSlice',
  plural: 'endpointslices',
}
export const VOLUME: WrittenKind = { apiVersion: 'v1', kind: 'PersistentVolume', plural: 'persistentvolumes' }
export const NAMESPACE: WrittenKind = { apiVersion: 'v1', kind: 'Namespace', plural: 'namespaces' }
export const SERVICE_ACCOUNT: WrittenKind = {
  apiVersion: 'v1',
  kind: 'ServiceAccount',
  plural: 'serviceaccounts',
}
export const CONFIG_MAP: WrittenKind = { apiVersion: 'v1', kind: 'ConfigMap', plural: 'configmaps' }
export const JOB: WrittenKind = { apiVersion: 'batch/v1', kind: 'Job', plural: 'jobs' }
export const CRON_JOB: WrittenKind = { apiVersion: 'batch/v1', kind: 'CronJob', plural: 'cronjobs' }
export const DEPLOYMENT: WrittenKind = { apiVersion: 'apps/v1', kind: 'Deployment', plural: 'deployments' }

/** An object as a controller makes it: whatever is left out has its default. */
export interface NewObject {
  readonly metadata: Partial<ObjectMeta>
  readonly [member: string]: unknown
}

/** The object that an action is about. The uid keeps an action from an object of the same name that came later. */
export interface ActionTarget {
  readonly name: string
  readonly uid: string
}

export interface Creation {
  readonly type: 'create'
  readonly of: WrittenKind
  /** That of the object that is looked after when left out. */
  readonly namespace?: string | undefined
  readonly object: NewObject
  /** What is told about the object that the controller looks after. */
  readonly event?: ((name: string) => EventText) | undefined
}

export interface Removal {
  readonly type: 'delete'
  readonly of: WrittenKind
  readonly target: ActionTarget
  /** Undefined to let the object decide. */
  readonly gracePeriodSeconds?: number | undefined
  readonly event?: EventText | undefined
}

export interface Change {
  readonly type: 'change'
  readonly of: WrittenKind
  /** That of the object that is looked after when left out. */
  readonly namespace?: string | undefined
  readonly target: ActionTarget
  readonly part: 'object' | 'status'
  /** Changes a copy of the object as it is when the change is written. */
  // biome-ignore lint/suspicious/noExplicitAny: a change knows the type of the kind that it is of.
  readonly change: (object: any) => void
  readonly event?: EventText | undefined
}

/** Something that a controller does about the objects of a workload. */
export type Action = Creation | Removal | Change

/** What is to be done now, and when to look again if nothing changes before. */
export interface Plan {
  readonly actions: readonly Action[]
  /** Milliseconds since 1970. */
  readonly lookAgainAt?: number | undefined
}

export const NOTHING: Plan = { actions: [] }

/** How an owned object refers to the object that controls it. */
export function controlledBy({ apiVersion, kind }: WrittenKind, { metadata }: Readonly<ApiObject>) {
  const { name = '', uid = '' } = metadata
  return { apiVersion, kind, name, uid, controller: true, blockOwnerDeletion: true }
}
