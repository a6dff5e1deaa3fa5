import { SERVER_FINALIZER, SYSTEM_NAMESPACES } from '#controllers/namespaces/namespace.js'
import type { SystemObject } from './system-object.js'

/** The service CIDR. */
export const SERVICE_RANGE = '10.96.0.0/12'

const namespace = (name: string): SystemObject => ({
  prefix: 'core/namespaces/',
  apiVersion: 'v1',
  kind: 'Namespace',
  name,
  labels: { 'kubernetes.io/metadata.name': name },
  hasGeneration: false,
  content: () => ({ spec: { finalizers: [SERVER_FINALIZER] }, status: { phase: 'Active' } }),
})

const priorityClass = (name: string, value: number, description: string): SystemObject => ({
  prefix: 'scheduling.k8s.io/priorityclasses/',
  apiVersion: 'scheduling.k8s.io/v1',
  kind: 'PriorityClass',
  name,
  hasGeneration: true,
  content: () => ({ value, description, preemptionPolicy: 'PreemptLowerPriority' }),
})

const serviceRange: SystemObject = {
  prefix: 'networking.k8s.io/servicecidrs/',
  apiVersion: 'networking.k8s.io/v1',
  kind: 'ServiceCIDR',
  name: 'kubernetes',
  hasGeneration: true,
  content: (now) => ({
    spec: { cidrs: [SERVICE_RANGE] },
    status: {
      conditions: [
        {
          type: 'Ready',
          status: 'True',
          lastTransitionTime: now,
          reason: '',
          message: 'Kubernetes default Service CIDR is ready',
        },
      ],
    },
  }),
}

/** Marks objects that the server may update. */
const UPDATED_BY_SERVER = { 'apf.kubernetes.io/autoupdate-spec': 'true' }

const priorityLevel = (name: string, spec: object): SystemObject => ({
  prefix: 'flowcontrol.apiserver.k8s.io/prioritylevelconfigurations/',
  apiVersion: 'flowcontrol.apiserver.k8s.io/v1',
  kind: 'PriorityLevelConfiguration',
  name,
  annotations: UPDATED_BY_SERVER,
  hasGeneration: true,
  content: () => ({ spec, status: {} }),
})

const EVERY_REQUEST = {
  resourceRules: [
    { verbs: ['*'], apiGroups: ['*'], resources: ['*'], clusterScope: true, namespaces: ['*'] },
  ],
  nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
}

/** All requests of some groups, with the priority level of the same name. */
const flowSchema = (name: string, choice: object, groups: readonly string[]): SystemObject => ({
  prefix: 'flowcontrol.apiserver.k8s.io/flowschemas/',
  apiVersion: 'flowcontrol.apiserver.k8s.io/v1',
  kind: 'FlowSchema',
  name,
  annotations: UPDATED_BY_SERVER,
  hasGeneration: true,
  content: (now) => ({
    spec: {
      priorityLevelConfiguration: { name },
      ...choice,
      rules: [{ subjects: groups.map((name) => ({ kind: 'Group', group: { name } })), ...EVERY_REQUEST }],
    },
    status: {
      conditions: [
        {
          type: 'Dangling',
          status: 'False',
          lastTransitionTime: now,
          reason: 'Found',
          message: `This FlowSchema references the PriorityLevelConfiguration object named "${name}" and it exists`,
        },
      ],
    },
  }),
})

/** The objects that every server has, if their kind is served. */
export const SYSTEM_OBJECTS: readonly SystemObject[] = [
  ...SYSTEM_NAMESPACES.map(namespace),
  priorityClass(
    'system-node-critical',
    2_000_001_000,
    'Used for system critical pods that must not be moved from their current node.',
  ),
  priorityClass(
    'system-cluster-critical',
    2_000_000_000,
    'Used for system critical pods that must run in the cluster, but can be moved to another node if necessary.',
  ),
  serviceRange,
  priorityLevel('exempt', { type: 'Exempt', exempt: { nominalConcurrencyShares: 0, lendablePercent: 0 } }),
  priorityLevel('catch-all', {
    type: 'Limited',
    limited: { nominalConcurrencyShares: 5, limitResponse: { type: 'Reject' }, lendablePercent: 0 },
  }),
  flowSchema('exempt', { matchingPrecedence: 1 }, ['system:masters']),
  flowSchema('catch-all', { matchingPrecedence: 10_000, distinguisherMethod: { type: 'ByUser' } }, [
    'system:unauthenticated',
    'system:authenticated',
  ]),
]
