import type { CachedObject } from '#cache/cached-object.js'
import type { ControlledResource, ControllerContext } from '#controllers/controller.js'
import type { EventDetails } from '#controllers/events/event-recorder.js'
import type { ObjectMeta } from '#meta/object-meta.js'

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
export const DISRUPTION_BUDGET = written('policy/v1', 'PodDisruptionBudget', 'poddisruptionbudgets')
export const RESOURCE_QUOTA = written('v1', 'ResourceQuota', 'resourcequotas')
export const AUTOSCALER = written('autoscaling/v2', 'HorizontalPodAutoscaler', 'horizontalpodautoscalers')

/** A new object, before defaults. */
export interface NewObject {
  readonly metadata: Partial<ObjectMeta>
  readonly [member: string]: unknown
}

/** The object of an action. The uid protects a later object of the same name. */
export interface ActionTarget {
  readonly name: string
  readonly uid: string
}

export interface Creation {
  readonly type: 'create'
  readonly of: ControlledResource
  /** The namespace of the workload by default. */
  readonly namespace?: string | undefined
  readonly object: NewObject
  /** The event to record on the workload. */
  readonly event?: ((name: string) => EventDetails) | undefined
}

export interface Removal {
  readonly type: 'delete'
  readonly of: ControlledResource
  readonly target: ActionTarget
  /** The default of the object if undefined. */
  readonly gracePeriodSeconds?: number | undefined
  readonly event?: EventDetails | undefined
}

export interface Change {
  readonly type: 'change'
  readonly of: ControlledResource
  /** The namespace of the workload by default. */
  readonly namespace?: string | undefined
  readonly target: ActionTarget
  readonly part: 'object' | 'status'
  /** Changes a copy of the current object. */
  // biome-ignore lint/suspicious/noExplicitAny: each change knows the type of its kind.
  readonly change: (object: any) => void
  readonly event?: EventDetails | undefined
}

export type Action = Creation | Removal | Change

/** What to do now, and when to plan again if nothing changes. */
export interface ActionPlan {
  readonly actions: readonly Action[]
  /** Events about the workload itself, whether or not the actions succeed. */
  readonly events?: readonly EventDetails[] | undefined
  /** In milliseconds since 1970. */
  readonly requeueAt?: number | undefined
}

export const NOTHING: ActionPlan = { actions: [] }

/** The owner reference to the controller of an object. */
export function controlledBy(
  { apiVersion, kind }: ControlledResource,
  { metadata }: { readonly metadata: Pick<ObjectMeta, 'name' | 'uid'> },
) {
  const { name = '', uid = '' } = metadata
  return { apiVersion, kind, name, uid, controller: true, blockOwnerDeletion: true }
}

export interface WorkloadContext extends ControllerContext {
  /** The server's CA certificate in PEM; empty without one of its own. */
  readonly rootCa: () => string
  /** Whether other clusters run the workload. */
  readonly isRunElsewhere?: ((workload: CachedObject) => boolean) | undefined
}
