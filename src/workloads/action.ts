import type { ControlledResource, ControllerContext } from '#controllers/controller.js'
import type { EventDetails } from '#controllers/events/event-recorder.js'
import type { ApiObject } from '#meta/api-object.js'
import type { ObjectMeta } from '#meta/object-meta.js'
import type { TimerClock } from '#util/clock.js'

const written = (apiVersion: string, kind: string, plural: string): ControlledResource => ({
  apiVersion,
  kind,
  plural,
})

export const POD = written('v1', 'Pod', 'pods')
export const NODE = written('v1', 'Node', 'nodes')
export const REPLICA_SET = written('apps/v1', 'ReplicaSet', 'replicasets')
export const REPLICATION_CONTROLLER = written('v1', 'ReplicationController', 'replicationcontrollers')
export const DAEMON_SET = written('apps/v1', 'DaemonSet', 'daemonsets')
export const STATEFUL_SET = written('apps/v1', 'StatefulSet', 'statefulsets')
export const CONTROLLER_REVISION = written('apps/v1', 'ControllerRevision', 'controllerrevisions')
export const CLAIM = written('v1', 'PersistentVolumeClaim', 'persistentvolumeclaims')
export const SERVICE = written('v1', 'Service', 'services')
export const ENDPOINTS = written('v1', 'Endpoints', 'endpoints')
export const ENDPOINT_SLICE = written('discovery.k8s.io/v1', 'EndpointSlice', 'endpointslices')
export const VOLUME = written('v1', 'PersistentVolume', 'persistentvolumes')
export const NAMESPACE = written('v1', 'Namespace', 'namespaces')
export const SERVICE_ACCOUNT = written('v1', 'ServiceAccount', 'serviceaccounts')
export const CONFIG_MAP = written('v1', 'ConfigMap', 'configmaps')
export const JOB = written('batch/v1', 'Job', 'jobs')
export const CRON_JOB = written('batch/v1', 'CronJob', 'cronjobs')
export const DEPLOYMENT = written('apps/v1', 'Deployment', 'deployments')

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
  readonly of: ControlledResource
  /** That of the object that is looked after when left out. */
  readonly namespace?: string | undefined
  readonly object: NewObject
  /** What is told about the object that the controller looks after. */
  readonly event?: ((name: string) => EventDetails) | undefined
}

export interface Removal {
  readonly type: 'delete'
  readonly of: ControlledResource
  readonly target: ActionTarget
  /** Undefined to let the object decide. */
  readonly gracePeriodSeconds?: number | undefined
  readonly event?: EventDetails | undefined
}

export interface Change {
  readonly type: 'change'
  readonly of: ControlledResource
  /** That of the object that is looked after when left out. */
  readonly namespace?: string | undefined
  readonly target: ActionTarget
  readonly part: 'object' | 'status'
  /** Changes a copy of the object as it is when the change is written. */
  // biome-ignore lint/suspicious/noExplicitAny: a change knows the type of the kind that it is of.
  readonly change: (object: any) => void
  readonly event?: EventDetails | undefined
}

/** Something that a controller does about the objects of a workload. */
export type Action = Creation | Removal | Change

/** What is to be done now, and when to look again if nothing changes before. */
export interface Plan {
  readonly actions: readonly Action[]
  /** Milliseconds since 1970. */
  readonly requeueAt?: number | undefined
}

export const NOTHING: Plan = { actions: [] }

/** How an owned object refers to the object that controls it. */
export function controlledBy({ apiVersion, kind }: ControlledResource, { metadata }: Readonly<ApiObject>) {
  const { name = '', uid = '' } = metadata
  return { apiVersion, kind, name, uid, controller: true, blockOwnerDeletion: true }
}

/** What the controllers of workloads work with. */
export interface WorkloadContext extends ControllerContext {
  readonly clock: TimerClock
  /** The certificate by which clients know the server, in PEM; empty where there is none of its own. */
  readonly rootCa: () => string
}
