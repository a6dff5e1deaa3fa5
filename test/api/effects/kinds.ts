import type { Json } from '#test/support/client.js'

/** What a kind does with the metadata and the status of its objects. */
export interface KindUnderTest {
  readonly object: Json
  /** A merge patch that changes the spec. */
  readonly change: Json
  /** A status to report; undefined for a kind without the subresource. */
  readonly status?: Json
  /** Whether the server counts generations; otherwise that of the client stays. */
  readonly generation: 'counted' | 'constant' | 'client'
  /** A generation is counted, but a new object has none. */
  readonly startsWithout?: boolean
  /** What a status update keeps: the spec alone, labels too, or all of the metadata. */
  readonly statusKeeps?: 'spec' | 'labels' | 'metadata'
  /** Whether a new object may bring its status. */
  readonly takesStatus?: boolean
  /** Whether a PUT needs a resource version. */
  readonly needsVersion?: boolean
  readonly createsOnPut?: boolean
  readonly returnsDeleted?: boolean
}

const MAIN = { name: 'main', image: 'web:1' }
const LABELS = { app: 'web' }
const TEMPLATE = { metadata: { labels: LABELS }, spec: { containers: [MAIN] } }
const ONCE = { ...TEMPLATE, spec: { ...TEMPLATE.spec, restartPolicy: 'Never' } }
const SELECTED = { selector: { matchLabels: LABELS }, template: TEMPLATE }

const kind = (
  apiVersion: string,
  name: string,
  content: Json,
  change: Json,
  more: Omit<KindUnderTest, 'object' | 'change'>,
): KindUnderTest => ({ object: { apiVersion, kind: name, ...content }, change, ...more })

const COUNTED = { generation: 'counted' } as const
const CLIENT = { generation: 'client' } as const
const scaled = (name: string, status: Json, more: Partial<KindUnderTest> = {}) =>
  kind(
    'apps/v1',
    name,
    { spec: SELECTED },
    { spec: { minReadySeconds: 3 } },
    {
      ...COUNTED,
      status,
      statusKeeps: 'spec',
      ...more,
    },
  )
const FLOW_CONTROL = 'flowcontrol.apiserver.k8s.io/v1'
const NETWORKING = 'networking.k8s.io/v1'
const STORAGE = 'storage.k8s.io/v1'
const RBAC = 'rbac.authorization.k8s.io/v1'
const ADMISSION = 'admissionregistration.k8s.io/v1'
const REMOTE = {
  ...{ group: 'boats.example.com', version: 'v1', groupPriorityMinimum: 1000, versionPriority: 15 },
  service: { namespace: 'test', name: 'boats' },
}
const ROLE_REF = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'reader' }
const RULE = { apiGroups: [''], resources: ['pods'], verbs: ['get'] }
const RBAC_KIND = { ...CLIENT, createsOnPut: true }
const HOOK = {
  name: 'a.example.com',
  clientConfig: { url: 'https://127.0.0.1/' },
  sideEffects: 'None',
  admissionReviewVersions: ['v1'],
}
const HOOKED = { operations: ['CREATE'], apiGroups: ['example.com'], apiVersions: ['v1'], resources: ['x'] }
const INGRESS = { ingress: [{ ip: '192.0.2.1' }] }

export const KINDS: readonly KindUnderTest[] = [
  kind(
    'v1',
    'Service',
    { spec: { ports: [{ port: 80 }] } },
    { spec: { sessionAffinity: 'ClientIP' } },
    {
      ...CLIENT,
      status: {
        conditions: [
          { type: 'A', status: 'True', reason: 'R', message: '', lastTransitionTime: '2024-03-01T10:00:00Z' },
        ],
      },
      statusKeeps: 'spec',
      createsOnPut: true,
      returnsDeleted: true,
    },
  ),
  kind(
    'v1',
    'Endpoints',
    {},
    { subsets: [{ addresses: [{ ip: '10.1.2.3' }] }] },
    {
      ...CLIENT,
      createsOnPut: true,
    },
  ),
  kind(
    'discovery.k8s.io/v1',
    'EndpointSlice',
    { addressType: 'IPv4', endpoints: [] },
    { endpoints: [{ addresses: ['10.1.2.3'] }] },
    COUNTED,
  ),
  kind(
    'v1',
    'Node',
    {},
    { spec: { unschedulable: true } },
    {
      ...CLIENT,
      status: { capacity: { cpu: '4' } },
      statusKeeps: 'spec',
      takesStatus: true,
    },
  ),
  kind(
    'v1',
    'Namespace',
    {},
    { metadata: { annotations: { a: 'b' } } },
    {
      ...CLIENT,
      status: { conditions: [{ type: 'A', status: 'True' }] },
      statusKeeps: 'spec',
      returnsDeleted: true,
    },
  ),
  kind(
    'v1',
    'PersistentVolume',
    { spec: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/a' } } },
    { spec: { storageClassName: 'fast' } },
    { ...CLIENT, status: { phase: 'Available' }, statusKeeps: 'spec', returnsDeleted: true },
  ),
  kind(
    'v1',
    'PersistentVolumeClaim',
    { spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } },
    { metadata: { annotations: { a: 'b' } } },
    { ...CLIENT, status: { phase: 'Lost' }, statusKeeps: 'spec', returnsDeleted: true },
  ),
  kind('v1', 'ConfigMap', {}, { data: { a: 'b' } }, CLIENT),
  kind('v1', 'Secret', {}, { stringData: { a: 'b' } }, CLIENT),
  kind(
    'v1',
    'ServiceAccount',
    {},
    { automountServiceAccountToken: false },
    { ...CLIENT, returnsDeleted: true },
  ),
  kind(
    'v1',
    'LimitRange',
    { spec: { limits: [] } },
    { spec: { limits: [{ type: 'Pod', max: { cpu: '1' } }] } },
    { ...CLIENT, createsOnPut: true },
  ),
  kind(
    'v1',
    'ResourceQuota',
    { spec: {} },
    { spec: { hard: { 'count/a.example.com': '1' } } },
    {
      ...CLIENT,
      status: { hard: { pods: '1' } },
      statusKeeps: 'spec',
      returnsDeleted: true,
    },
  ),
  kind(
    'v1',
    'ReplicationController',
    { spec: { template: TEMPLATE } },
    { spec: { minReadySeconds: 3 } },
    {
      ...COUNTED,
      status: { replicas: 1 },
      statusKeeps: 'spec',
    },
  ),
  kind(
    'v1',
    'PodTemplate',
    { template: TEMPLATE },
    { template: { spec: { hostname: 'a' } } },
    {
      ...COUNTED,
      returnsDeleted: true,
    },
  ),
  kind(
    STORAGE,
    'StorageClass',
    { provisioner: 'a.b/c' },
    { allowVolumeExpansion: true },
    {
      ...CLIENT,
      returnsDeleted: true,
    },
  ),
  kind(
    STORAGE,
    'CSIDriver',
    { spec: {} },
    { spec: { requiresRepublish: true } },
    {
      ...COUNTED,
      startsWithout: true,
      needsVersion: true,
      returnsDeleted: true,
    },
  ),
  kind(
    STORAGE,
    'CSINode',
    { spec: { drivers: [] } },
    { spec: { drivers: [{ name: 'a', nodeID: 'b', topologyKeys: null }] } },
    { ...CLIENT, needsVersion: true, returnsDeleted: true },
  ),
  kind(
    STORAGE,
    'CSIStorageCapacity',
    { storageClassName: 'fast' },
    { capacity: '1Gi' },
    {
      ...CLIENT,
      needsVersion: true,
    },
  ),
  kind(
    STORAGE,
    'VolumeAttachment',
    { spec: { attacher: 'csi.example', source: { persistentVolumeName: 'v' }, nodeName: 'n' } },
    { metadata: { annotations: { a: 'b' } } },
    {
      ...CLIENT,
      status: { attached: true },
      statusKeeps: 'metadata',
      needsVersion: true,
      returnsDeleted: true,
    },
  ),
  scaled('Deployment', { replicas: 1 }, { statusKeeps: 'labels' }),
  scaled('ReplicaSet', { replicas: 1 }),
  scaled('StatefulSet', { replicas: 1 }),
  scaled('DaemonSet', {
    currentNumberScheduled: 1,
    numberMisscheduled: 1,
    desiredNumberScheduled: 1,
    numberReady: 1,
  }),
  kind('apps/v1', 'ControllerRevision', { revision: 1, data: {} }, { revision: 2 }, CLIENT),
  kind(
    'batch/v1',
    'Job',
    { spec: { template: ONCE } },
    { spec: { parallelism: 2 } },
    {
      ...COUNTED,
      status: { startTime: '2024-03-01T10:00:00Z', active: 1 },
      statusKeeps: 'spec',
    },
  ),
  kind(
    'batch/v1',
    'CronJob',
    { spec: { schedule: '* * * * *', jobTemplate: { spec: { template: ONCE } } } },
    { spec: { suspend: true } },
    { ...COUNTED, status: { lastScheduleTime: '2024-03-01T10:00:00Z' }, statusKeeps: 'spec' },
  ),
  kind(
    'autoscaling/v2',
    'HorizontalPodAutoscaler',
    { spec: { scaleTargetRef: { kind: 'A', name: 'a' }, maxReplicas: 3 } },
    { spec: { maxReplicas: 4 } },
    { ...CLIENT, status: { currentReplicas: 1, desiredReplicas: 2 }, statusKeeps: 'spec' },
  ),
  kind(
    'policy/v1',
    'PodDisruptionBudget',
    { spec: { minAvailable: 1, selector: { matchLabels: { none: 'x' } } } },
    { spec: { minAvailable: 2 } },
    {
      ...COUNTED,
      status: { disruptionsAllowed: 1, currentHealthy: 2, desiredHealthy: 1, expectedPods: 2 },
      statusKeeps: 'spec',
      needsVersion: true,
    },
  ),
  kind(
    NETWORKING,
    'Ingress',
    { spec: { defaultBackend: { service: { name: 'web', port: { number: 80 } } } } },
    { spec: { ingressClassName: 'a' } },
    { ...COUNTED, status: { loadBalancer: INGRESS }, statusKeeps: 'spec' },
  ),
  kind(
    NETWORKING,
    'IngressClass',
    { spec: { controller: 'example.com/a' } },
    { spec: { parameters: { kind: 'A', name: 'a' } } },
    COUNTED,
  ),
  kind(
    NETWORKING,
    'NetworkPolicy',
    { spec: { podSelector: {} } },
    { spec: { policyTypes: ['Egress'] } },
    COUNTED,
  ),
  kind(
    NETWORKING,
    'IPAddress',
    {
      metadata: { name: '10.97.7.7' },
      spec: { parentRef: { resource: 'services', namespace: 'test', name: 'none' } },
    },
    { metadata: { annotations: { a: 'b' } } },
    CLIENT,
  ),
  kind(
    NETWORKING,
    'ServiceCIDR',
    { spec: { cidrs: ['10.7.0.0/24'] } },
    { metadata: { annotations: { a: 'b' } } },
    { ...CLIENT, status: { conditions: [] }, statusKeeps: 'metadata', takesStatus: true },
  ),
  kind(
    'scheduling.k8s.io/v1',
    'PriorityClass',
    { value: 1 },
    { description: 'a' },
    { generation: 'constant' },
  ),
  kind(
    'node.k8s.io/v1',
    'RuntimeClass',
    { handler: 'runc' },
    { overhead: { podFixed: { cpu: '1m' } } },
    {
      ...CLIENT,
      createsOnPut: true,
      needsVersion: true,
    },
  ),
  kind(
    'coordination.k8s.io/v1',
    'Lease',
    {},
    { spec: { holderIdentity: 'a' } },
    {
      ...CLIENT,
      createsOnPut: true,
      needsVersion: true,
    },
  ),
  kind(
    'apiregistration.k8s.io/v1',
    'APIService',
    { metadata: { name: 'v1.boats.example.com' }, spec: REMOTE },
    { spec: { versionPriority: 16 } },
    {
      ...CLIENT,
      status: { conditions: [{ type: 'A', status: 'True' }] },
      statusKeeps: 'metadata',
      needsVersion: true,
    },
  ),
  kind(
    FLOW_CONTROL,
    'FlowSchema',
    { spec: { priorityLevelConfiguration: { name: 'exempt' } } },
    { spec: { matchingPrecedence: 9 } },
    {
      ...COUNTED,
      status: { conditions: [{ type: 'A', status: 'True' }] },
      statusKeeps: 'metadata',
    },
  ),
  kind(
    FLOW_CONTROL,
    'PriorityLevelConfiguration',
    { spec: { type: 'Limited', limited: { limitResponse: { type: 'Reject' } } } },
    { spec: { limited: { lendablePercent: 3 } } },
    {
      ...COUNTED,
      status: { conditions: [{ type: 'A', status: 'True' }] },
      statusKeeps: 'metadata',
    },
  ),
  kind(RBAC, 'Role', { rules: [] }, { rules: [RULE] }, RBAC_KIND),
  kind(RBAC, 'ClusterRole', { rules: [] }, { rules: [RULE] }, RBAC_KIND),
  kind(
    RBAC,
    'RoleBinding',
    { roleRef: ROLE_REF },
    { subjects: [{ apiGroup: ROLE_REF.apiGroup, kind: 'User', name: 'ann' }] },
    RBAC_KIND,
  ),
  kind(
    RBAC,
    'ClusterRoleBinding',
    { roleRef: ROLE_REF },
    { subjects: [{ apiGroup: ROLE_REF.apiGroup, kind: 'User', name: 'ann' }] },
    RBAC_KIND,
  ),
  ...['ValidatingWebhookConfiguration', 'MutatingWebhookConfiguration'].map((name) =>
    kind(
      ADMISSION,
      name,
      { webhooks: [{ ...HOOK, rules: [HOOKED] }] },
      { webhooks: null },
      { ...COUNTED, needsVersion: true },
    ),
  ),
  kind(
    ADMISSION,
    'ValidatingAdmissionPolicy',
    { spec: { matchConstraints: { resourceRules: [HOOKED] }, validations: [{ expression: 'true' }] } },
    { spec: { failurePolicy: 'Ignore' } },
    {
      ...COUNTED,
      status: {
        conditions: [
          { type: 'A', status: 'True', reason: 'R', message: '', lastTransitionTime: '2024-03-01T10:00:00Z' },
        ],
      },
      statusKeeps: 'metadata',
      needsVersion: true,
    },
  ),
  kind(
    ADMISSION,
    'ValidatingAdmissionPolicyBinding',
    { spec: { policyName: 'p', validationActions: ['Deny'] } },
    { spec: { validationActions: ['Warn'] } },
    { ...COUNTED, needsVersion: true },
  ),
]
