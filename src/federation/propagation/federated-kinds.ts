import type { ControlledResource } from '#controllers/controller.js'
import {
  DEPLOYMENT_PREFERENCES,
  REPLICA_SET_PREFERENCES,
  STATEFUL_SET_PREFERENCES,
} from '#federation/annotations.js'
import type { ResourceVersion } from '#federation/members/member-discovery.js'
import {
  type PreparedCopy,
  prepareDaemonSet,
  prepareDeployment,
  prepareService,
} from './copies/prepare-copy.js'

/** What the members report about objects of a kind, and what is made of it for the federated object. */
export interface ReportedStatus {
  /** Members of the status that are added up. */
  readonly sums: readonly string[]
  /** Those of them that say nothing about a new generation before the member has it. */
  readonly sumsOfGeneration: readonly string[]
  /** Whether controllers say which generation of the object they report about. */
  readonly hasObservedGeneration: boolean
  /** Whether there are conditions, in which the federated object says which clusters lag. */
  readonly hasConditions: boolean
  /** Whether the entry points of load balancers are joined. */
  readonly hasLoadBalancer: boolean
}

/** A kind whose objects are written once, and are then in many clusters. */
export interface FederatedKind extends ControlledResource {
  /** Where its objects lie in the store. */
  readonly prefix: string
  readonly isNamespaced: boolean
  /** As messages name one of its objects. */
  readonly noun: string
  /** As events name their source. */
  readonly component: string
  /** The versions in which members may serve it, the best first. */
  readonly candidates: readonly ResourceVersion[]
  /** What is copied besides names, labels and annotations. */
  readonly copiedFields: readonly string[]
  /** Takes out of a copy what belongs to one cluster alone. */
  readonly prepare?: (copy: PreparedCopy) => void
  /** Whether its objects select pods. Members of today never change by what. */
  readonly hasSelector?: boolean
  /** The annotation that says how replicas are spread; undefined for a kind that has none. */
  readonly preferences?: string
  /** Undefined for a kind that has no status to speak of. */
  readonly status?: ReportedStatus
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
  // What a namespace wants is the cluster's own affair: which finalizers it has.
  copiedFields: [],
}

/** Namespaces come first: what is in them needs them. Every other kind is independent of the rest. */
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
]
