import { CERTIFICATE_REQUEST } from '#test/support/certificates/certificate-request.js'
import type { Json } from '#test/support/client.js'

/** A kind, and an example object that every server accepts. */
export interface Example {
  readonly apiVersion: string
  readonly kind: string
  readonly plural: string
  readonly namespaced: boolean
  /** The object without its metadata; `index` distinguishes objects whose contents must differ. */
  contents(index: number): Json
  /** A status that a controller might report; undefined for kinds that have none. */
  readonly status?: Json
  /** Builds the name of an object. */
  name?(word: string, index: number): string
  /** Whether objects can only be deleted one by one. */
  readonly hasNoDeleteCollection?: boolean
}

const inNamespace = (
  apiVersion: string,
  kind: string,
  plural: string,
  contents: Json,
  status?: Json,
): Example => ({
  ...{ apiVersion, kind, plural, namespaced: true, status },
  contents: () => structuredClone(contents),
})

const inCluster = (
  apiVersion: string,
  kind: string,
  plural: string,
  contents: Json,
  status?: Json,
): Example => ({
  ...{ apiVersion, kind, plural, namespaced: false, status },
  contents: () => structuredClone(contents),
})

export const POD_SPEC = { containers: [{ name: 'main', image: 'registry.example/web:1.0' }] }
const LABELS = { app: 'web' }
export const TEMPLATE = { metadata: { labels: LABELS }, spec: POD_SPEC }
const SELECTOR = { matchLabels: LABELS }
const JOB_TEMPLATE = { spec: { template: { spec: { ...POD_SPEC, restartPolicy: 'OnFailure' } } } }
const TIME = '2024-01-02T03:04:05Z'
const CONDITION = {
  ...{ type: 'StatusUpdate', status: 'True', reason: 'Tried', message: 'set by a test' },
  lastTransitionTime: TIME,
}
const ADDRESS = { loadBalancer: { ingress: [{ hostname: 'balancer.example.com' }] } }
const TARGET = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' }
const CAPACITY = { storage: '1Gi' }
export const PEM = (words: string) =>
  Buffer.from(`-----BEGIN ${words}-----\nMIIB\n-----END ${words}-----\n`).toString('base64')

export const EXAMPLES: readonly Example[] = [
  inNamespace('v1', 'ConfigMap', 'configmaps', { data: { a: 'b' }, binaryData: { c: 'AAE=' } }),
  inNamespace('v1', 'Secret', 'secrets', { data: { a: 'Yg==' }, type: 'Opaque' }),
  inNamespace('v1', 'ServiceAccount', 'serviceaccounts', { automountServiceAccountToken: false }),
  inNamespace('v1', 'Endpoints', 'endpoints', {
    subsets: [{ addresses: [{ ip: '10.0.0.24' }], ports: [{ name: 'http', port: 80, protocol: 'TCP' }] }],
  }),
  inNamespace('v1', 'LimitRange', 'limitranges', {
    spec: { limits: [{ type: 'Container', default: { cpu: '500m' }, defaultRequest: { cpu: '100m' } }] },
  }),
  inNamespace(
    'v1',
    'ResourceQuota',
    'resourcequotas',
    { spec: { hard: { pods: '5', 'requests.cpu': '1' } } },
    {
      hard: { pods: '5' },
      used: { pods: '1' },
    },
  ),
  inNamespace('v1', 'PodTemplate', 'podtemplates', { template: TEMPLATE }),
  inNamespace(
    'v1',
    'ReplicationController',
    'replicationcontrollers',
    { spec: { replicas: 2, selector: LABELS, template: TEMPLATE } },
    { replicas: 1, conditions: [CONDITION] },
  ),
  inNamespace(
    'v1',
    'Service',
    'services',
    { spec: { type: 'LoadBalancer', selector: LABELS, ports: [{ port: 80 }] } },
    ADDRESS,
  ),
  inNamespace(
    'v1',
    'PersistentVolumeClaim',
    'persistentvolumeclaims',
    {
      spec: {
        ...{ accessModes: ['ReadWriteOnce'], resources: { requests: CAPACITY } },
        ...{ storageClassName: 'slow', volumeName: 'volume' },
      },
    },
    { phase: 'Bound', capacity: CAPACITY, accessModes: ['ReadWriteOnce'] },
  ),
  inCluster(
    'v1',
    'PersistentVolume',
    'persistentvolumes',
    { spec: { capacity: CAPACITY, accessModes: ['ReadWriteOnce'], hostPath: { path: '/data' } } },
    { phase: 'Failed', message: 'set by a test', reason: 'Tried' },
  ),
  inCluster(
    'v1',
    'Node',
    'nodes',
    { spec: { podCIDR: '10.2.0.0/24' } },
    {
      capacity: { cpu: '4', memory: '8Gi', pods: '110' },
      conditions: [{ type: 'Ready', status: 'True', lastHeartbeatTime: TIME }],
    },
  ),
  {
    ...inCluster('v1', 'Namespace', 'namespaces', {}, { phase: 'Active', conditions: [CONDITION] }),
    hasNoDeleteCollection: true,
  },
  inNamespace(
    'apps/v1',
    'Deployment',
    'deployments',
    { spec: { selector: SELECTOR, template: TEMPLATE } },
    {
      replicas: 1,
      conditions: [CONDITION],
    },
  ),
  inNamespace(
    'apps/v1',
    'ReplicaSet',
    'replicasets',
    { spec: { selector: SELECTOR, template: TEMPLATE } },
    {
      replicas: 1,
      conditions: [CONDITION],
    },
  ),
  inNamespace(
    'apps/v1',
    'DaemonSet',
    'daemonsets',
    { spec: { selector: SELECTOR, template: TEMPLATE } },
    {
      ...{ currentNumberScheduled: 1, numberMisscheduled: 0, desiredNumberScheduled: 1, numberReady: 1 },
      conditions: [CONDITION],
    },
  ),
  inNamespace(
    'apps/v1',
    'StatefulSet',
    'statefulsets',
    { spec: { serviceName: 'web', selector: SELECTOR, template: TEMPLATE } },
    { replicas: 1, conditions: [CONDITION] },
  ),
  inNamespace('apps/v1', 'ControllerRevision', 'controllerrevisions', {
    data: { spec: { a: 1 } },
    revision: 3,
  }),
  inNamespace(
    'batch/v1',
    'Job',
    'jobs',
    { spec: { ...JOB_TEMPLATE.spec, suspend: true } },
    { conditions: [{ type: 'CustomConditionType', status: 'True', lastProbeTime: TIME }] },
  ),
  inNamespace(
    'batch/v1',
    'CronJob',
    'cronjobs',
    { spec: { schedule: '*/1 * * * ?', jobTemplate: JOB_TEMPLATE } },
    { lastScheduleTime: TIME },
  ),
  ...['autoscaling/v1', 'autoscaling/v2'].map((apiVersion) =>
    inNamespace(
      apiVersion,
      'HorizontalPodAutoscaler',
      'horizontalpodautoscalers',
      { spec: { scaleTargetRef: TARGET, minReplicas: 1, maxReplicas: 4 } },
      { currentReplicas: 2, desiredReplicas: 3 },
    ),
  ),
  inNamespace(
    'policy/v1',
    'PodDisruptionBudget',
    'poddisruptionbudgets',
    { spec: { minAvailable: '20%', selector: SELECTOR } },
    { currentHealthy: 1, desiredHealthy: 1, disruptionsAllowed: 0, expectedPods: 1 },
  ),
  inNamespace(
    'networking.k8s.io/v1',
    'Ingress',
    'ingresses',
    { spec: { defaultBackend: { service: { name: 'web', port: { number: 80 } } } } },
    ADDRESS,
  ),
  inNamespace('networking.k8s.io/v1', 'NetworkPolicy', 'networkpolicies', {
    spec: { podSelector: SELECTOR, ingress: [{ ports: [{ protocol: 'TCP', port: 80, endPort: 90 }] }] },
  }),
  inCluster('networking.k8s.io/v1', 'IngressClass', 'ingressclasses', {
    spec: { controller: 'example.com/controller' },
  }),
  {
    ...inCluster('networking.k8s.io/v1', 'IPAddress', 'ipaddresses', {
      spec: { parentRef: { resource: 'services', namespace: 'default', name: 'web' } },
    }),
    name: (_, index) => `192.168.7.${index + 1}`,
  },
  {
    ...inCluster('networking.k8s.io/v1', 'ServiceCIDR', 'servicecidrs', {}, { conditions: [CONDITION] }),
    contents: (index) => ({ spec: { cidrs: [`10.${100 + index}.0.0/24`] } }),
  },
  inNamespace('discovery.k8s.io/v1', 'EndpointSlice', 'endpointslices', {
    addressType: 'IPv4',
    endpoints: [{ addresses: ['1.2.3.4', '5.6.7.8'], conditions: { ready: true } }],
    ports: [{ name: 'http', port: 80 }],
  }),
  inNamespace('coordination.k8s.io/v1', 'Lease', 'leases', {
    spec: { holderIdentity: 'holder', leaseDurationSeconds: 30, renewTime: '2024-01-02T03:04:05.000006Z' },
  }),
  inCluster('storage.k8s.io/v1', 'StorageClass', 'storageclasses', {
    ...{ provisioner: 'e2e-fake-provisioner', reclaimPolicy: 'Delete', volumeBindingMode: 'Immediate' },
  }),
  inCluster('storage.k8s.io/v1', 'CSIDriver', 'csidrivers', {
    spec: { attachRequired: false, volumeLifecycleModes: ['Ephemeral'] },
  }),
  inCluster('storage.k8s.io/v1', 'CSINode', 'csinodes', { spec: { drivers: [] } }),
  inNamespace('storage.k8s.io/v1', 'CSIStorageCapacity', 'csistoragecapacities', {
    ...{ storageClassName: 'slow', capacity: '1Gi', nodeTopology: SELECTOR },
  }),
  inCluster(
    'storage.k8s.io/v1',
    'VolumeAttachment',
    'volumeattachments',
    { spec: { attacher: 'csi.example.com', nodeName: 'node', source: { persistentVolumeName: 'volume' } } },
    { attached: true },
  ),
  inCluster('scheduling.k8s.io/v1', 'PriorityClass', 'priorityclasses', { value: 100, description: 'High.' }),
  inCluster('node.k8s.io/v1', 'RuntimeClass', 'runtimeclasses', { handler: 'handler' }),
  inCluster(
    'certificates.k8s.io/v1',
    'CertificateSigningRequest',
    'certificatesigningrequests',
    {
      spec: {
        ...{ request: CERTIFICATE_REQUEST, signerName: 'example.com/signer', expirationSeconds: 3600 },
        usages: ['digital signature', 'key encipherment', 'server auth'],
      },
    },
    { conditions: [{ ...CONDITION, lastUpdateTime: TIME }] },
  ),
  {
    ...inCluster('apiregistration.k8s.io/v1', 'APIService', 'apiservices', {}, { conditions: [CONDITION] }),
    // The availability of this group is never checked, so nobody else writes the status.
    name: (word, index) => `${word}-${index}.apiregistration.k8s.io`,
    contents: (index) => ({
      spec: {
        ...{ group: 'apiregistration.k8s.io', version: `object-${index}` },
        ...{ groupPriorityMinimum: 1000, versionPriority: 15 },
        service: { namespace: 'apis', name: 'objects', port: 8443 },
      },
    }),
  },
  inCluster(
    'flowcontrol.apiserver.k8s.io/v1',
    'FlowSchema',
    'flowschemas',
    {
      spec: {
        ...{ matchingPrecedence: 10_000, priorityLevelConfiguration: { name: 'global-default' } },
        ...{ distinguisherMethod: { type: 'ByUser' } },
        rules: [
          {
            subjects: [{ kind: 'User', user: { name: 'example-e2e-flowschema' } }],
            nonResourceRules: [{ verbs: ['get'], nonResourceURLs: ['/example'] }],
          },
        ],
      },
    },
    { conditions: [{ ...CONDITION, type: 'PatchStatusFailed', status: 'False' }] },
  ),
  inCluster(
    'flowcontrol.apiserver.k8s.io/v1',
    'PriorityLevelConfiguration',
    'prioritylevelconfigurations',
    {
      spec: { type: 'Limited', limited: { nominalConcurrencyShares: 2, limitResponse: { type: 'Reject' } } },
    },
    { conditions: [{ ...CONDITION, type: 'PatchStatusFailed', status: 'False' }] },
  ),
]

/** An object of an example. */
export function exampleObject(example: Example, word: string, index: number, metadata: Json = {}): Json {
  const { apiVersion, kind, name = (word: string, index: number) => `${word}-${index}` } = example
  return { apiVersion, kind, metadata: { name: name(word, index), ...metadata }, ...example.contents(index) }
}
