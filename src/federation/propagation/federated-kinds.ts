import type { ControlledResource } from '#controllers/controller.js'
import {
  DEPLOYMENT_PREFERENCES,
  JOB_PREFERENCES,
  REPLICA_SET_PREFERENCES,
  STATEFUL_SET_PREFERENCES,
} from '#federation/annotations.js'
import type { ResourceVersion } from '#federation/members/member-discovery.js'
import type { ApiObject } from '#meta/object-meta.js'
import {
  type PreparedCopy,
  prepareAutoscaler,
  prepareDaemonSet,
  prepareDeployment,
  prepareJob,
  prepareService,
} from './copies/prepare-copy.js'

/** How the status of a federated object results from those of its copies. */
export interface ReportedStatus {
  /** Status fields that are summed. */
  readonly sums: readonly string[]
  /** Those that are only valid for the current generation. */
  readonly sumsOfGeneration: readonly string[]
  readonly hasObservedGeneration: boolean
  /** Whether conditions report which clusters lag. */
  readonly hasConditions: boolean
  /** Whether load balancer ingress is merged. */
  readonly hasLoadBalancer: boolean
}

/** A kind whose objects are propagated to members. */
export interface FederatedKind extends ControlledResource {
  /** Key prefix in the store. */
  readonly prefix: string
  readonly isNamespaced: boolean
  /** Name of an object in messages. */
  readonly noun: string
  /** Source of events. */
  readonly component: string
  /** Versions that members may serve, best first. */
  readonly candidates: readonly ResourceVersion[]
  /** Copied fields besides name, labels and annotations; `content` for all but the status. */
  readonly copiedFields: readonly string[] | 'content'
  /** Removes fields that belong to one cluster. */
  readonly prepare?: (copy: PreparedCopy) => void
  /** Why an object cannot be copied at all; undefined if it can. */
  readonly refusal?: (object: Readonly<ApiObject>) => CopyRefusal | undefined
  /** Whether the generation does not cover all copied fields. */
  readonly comparesContent?: boolean
  /** Whether the spec has a pod selector, which current members never change. */
  readonly hasSelector?: boolean
  /** The annotation with the preferences of a plan, if there is one. */
  readonly preferences?: string
  /** What divides the numbers of the spec among clusters. */
  readonly plan?: 'replicas' | 'jobs' | 'autoscalers'
  /** These numbers. */
  readonly dividedFields?: readonly string[]
  /** Undefined for kinds without a useful status. */
  readonly status?: ReportedStatus
  /** Whether the status of each copy is shown under its cluster. */
  readonly gathersStatus?: boolean
  /** Whether a member has handled a copy, by the status of the copy; by its observed generation if undefined. */
  readonly isHandled?: (status: Readonly<Record<string, unknown>>) => boolean
  /** The name of the CustomResourceDefinition; undefined for built-in kinds. */
  readonly definition?: string
  /** Whether copies stay in members unless the object itself is selected and deleted. */
  readonly isPreserved?: boolean
}

/** Why an object is not copied. */
export interface CopyRefusal {
  /** In CamelCase. */
  readonly reason: string
  readonly message: string
}

const versions = (resource: string, ...groupVersions: readonly string[]): readonly ResourceVersion[] =>
  groupVersions.map((text) => {
    const [version = '', group = ''] = text.split('/').reverse()
    return { group, version, resource }
  })

const EXTENSIONS = 'extensions/v1beta1'

const DEPLOYMENT: FederatedKind = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  plural: 'deployments',
  prefix: 'extensions/deployments/',
  isNamespaced: true,
  noun: 'deployment',
  component: 'federation-deployment-controller',
  candidates: versions('deployments', 'apps/v1', EXTENSIONS),
  copiedFields: ['spec'],
  hasSelector: true,
  prepare: prepareDeployment,
  preferences: DEPLOYMENT_PREFERENCES,
  plan: 'replicas',
  dividedFields: ['replicas'],
  status: {
    sums: ['replicas', 'updatedReplicas', 'readyReplicas', 'availableReplicas', 'unavailableReplicas'],
    sumsOfGeneration: ['updatedReplicas'],
    hasObservedGeneration: true,
    hasConditions: true,
    hasLoadBalancer: false,
  },
}

const REPLICA_SET: FederatedKind = {
  apiVersion: 'apps/v1',
  kind: 'ReplicaSet',
  plural: 'replicasets',
  prefix: 'extensions/replicasets/',
  isNamespaced: true,
  noun: 'replicaset',
  component: 'federation-replicaset-controller',
  candidates: versions('replicasets', 'apps/v1', EXTENSIONS),
  copiedFields: ['spec'],
  hasSelector: true,
  preferences: REPLICA_SET_PREFERENCES,
  plan: 'replicas',
  dividedFields: ['replicas'],
  status: {
    sums: ['replicas', 'fullyLabeledReplicas', 'readyReplicas', 'availableReplicas'],
    sumsOfGeneration: ['fullyLabeledReplicas'],
    hasObservedGeneration: true,
    hasConditions: true,
    hasLoadBalancer: false,
  },
}

const DAEMON_SET: FederatedKind = {
  apiVersion: 'apps/v1',
  kind: 'DaemonSet',
  plural: 'daemonsets',
  prefix: 'extensions/daemonsets/',
  isNamespaced: true,
  noun: 'daemonset',
  component: 'federation-daemonset-controller',
  candidates: versions('daemonsets', 'apps/v1', EXTENSIONS),
  copiedFields: ['spec'],
  hasSelector: true,
  prepare: prepareDaemonSet,
  status: {
    sums: [
      'currentNumberScheduled',
      'numberMisscheduled',
      'desiredNumberScheduled',
      'numberReady',
      'updatedNumberScheduled',
      'numberAvailable',
      'numberUnavailable',
    ],
    sumsOfGeneration: ['updatedNumberScheduled'],
    hasObservedGeneration: true,
    hasConditions: true,
    hasLoadBalancer: false,
  },
}

const STATEFUL_SET: FederatedKind = {
  apiVersion: 'apps/v1',
  kind: 'StatefulSet',
  plural: 'statefulsets',
  prefix: 'apps/statefulsets/',
  isNamespaced: true,
  noun: 'statefulset',
  component: 'federation-statefulset-controller',
  candidates: versions('statefulsets', 'apps/v1'),
  copiedFields: ['spec'],
  hasSelector: true,
  preferences: STATEFUL_SET_PREFERENCES,
  plan: 'replicas',
  dividedFields: ['replicas'],
  status: {
    sums: ['replicas', 'readyReplicas', 'currentReplicas', 'updatedReplicas', 'availableReplicas'],
    sumsOfGeneration: ['updatedReplicas', 'currentReplicas'],
    hasObservedGeneration: true,
    hasConditions: true,
    hasLoadBalancer: false,
  },
}

const BALANCED = {
  sums: [],
  sumsOfGeneration: [],
  hasObservedGeneration: false,
  hasLoadBalancer: true,
} as const

const INGRESS: FederatedKind = {
  apiVersion: 'networking.k8s.io/v1',
  kind: 'Ingress',
  plural: 'ingresses',
  prefix: 'extensions/ingresses/',
  isNamespaced: true,
  noun: 'ingress',
  component: 'federation-ingresses-controller',
  candidates: versions('ingresses', 'networking.k8s.io/v1', EXTENSIONS),
  copiedFields: ['spec'],
  status: { ...BALANCED, hasConditions: false },
}

const JOB: FederatedKind = {
  apiVersion: 'batch/v1',
  kind: 'Job',
  plural: 'jobs',
  prefix: 'batch/jobs/',
  isNamespaced: true,
  noun: 'job',
  component: 'federation-job-controller',
  candidates: versions('jobs', 'batch/v1'),
  copiedFields: ['spec'],
  prepare: prepareJob,
  preferences: JOB_PREFERENCES,
  dividedFields: ['parallelism', 'completions'],
  plan: 'jobs',
  status: {
    sums: ['active', 'succeeded', 'failed', 'ready', 'terminating'],
    sumsOfGeneration: [],
    hasObservedGeneration: false,
    hasConditions: true,
    hasLoadBalancer: false,
  },
}

export const AUTOSCALERS: FederatedKind = {
  apiVersion: 'autoscaling/v2',
  kind: 'HorizontalPodAutoscaler',
  plural: 'horizontalpodautoscalers',
  prefix: 'autoscaling/horizontalpodautoscalers/',
  isNamespaced: true,
  noun: 'horizontalpodautoscaler',
  component: 'federation-horizontalpodautoscaler-controller',
  candidates: versions('horizontalpodautoscalers', 'autoscaling/v2', 'autoscaling/v1'),
  copiedFields: ['spec'],
  prepare: prepareAutoscaler,
  dividedFields: ['minReplicas', 'maxReplicas'],
  plan: 'autoscalers',
  status: {
    sums: ['currentReplicas', 'desiredReplicas'],
    sumsOfGeneration: [],
    hasObservedGeneration: false,
    hasConditions: true,
    hasLoadBalancer: false,
  },
}

const core = (kind: string, plural: string) => ({
  apiVersion: 'v1',
  kind,
  plural,
  prefix: `core/${plural}/`,
  isNamespaced: true,
  noun: kind.toLowerCase(),
  component: `federation-${kind.toLowerCase()}-controller`,
  candidates: versions(plural, 'v1'),
})

export const NAMESPACES: FederatedKind = {
  ...core('Namespace', 'namespaces'),
  isNamespaced: false,
  // The spec of a namespace, its finalizers, belongs to the cluster.
  copiedFields: [],
}

/**
 * The kinds whose objects are all propagated. Namespaces come first, since other objects need them. The other kinds
 * are independent.
 */
export const FEDERATED_KINDS: readonly FederatedKind[] = [
  NAMESPACES,
  { ...core('ConfigMap', 'configmaps'), copiedFields: ['data', 'binaryData', 'immutable'] },
  { ...core('Secret', 'secrets'), copiedFields: ['type', 'data', 'immutable'] },
  {
    ...core('Service', 'services'),
    copiedFields: ['spec'],
    prepare: prepareService,
    status: { ...BALANCED, hasConditions: true },
  },
  DEPLOYMENT,
  REPLICA_SET,
  DAEMON_SET,
  STATEFUL_SET,
  INGRESS,
  JOB,
  AUTOSCALERS,
]
