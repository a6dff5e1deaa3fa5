import type { Json } from '#test/support/client.js'

/** An object of every served kind and version, as a client would apply it. */
export interface AppliedKind {
  readonly apiVersion: string
  readonly kind: string
  readonly plural: string
  readonly namespaced: boolean
  /** If its objects cannot have any other. */
  readonly name?: string
  /** The object without its name. */
  readonly body: Json
}

const labels = { app: 'web' }
const selector = { matchLabels: labels }
const template = { metadata: { labels }, spec: { containers: [{ name: 'main', image: 'web:1' }] } }
const runOnce = { spec: { ...template.spec, restartPolicy: 'Never' } }
const subjects = [{ kind: 'ServiceAccount', serviceAccount: { name: 'a', namespace: 'b' } }]
const resourceRules = [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'], namespaces: ['*'] }]
const RBAC = 'rbac.authorization.k8s.io/v1'
const roleRef = (kind: string) => ({ apiGroup: 'rbac.authorization.k8s.io', kind, name: 'reader' })
const ann = { apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'ann' }
const ADMISSION = 'admissionregistration.k8s.io/v1'
const things = {
  operations: ['CREATE'],
  apiGroups: ['example.com'],
  apiVersions: ['v1'],
  resources: ['things'],
}
const mutation = { patchType: 'ApplyConfiguration', applyConfiguration: { expression: 'Object{}' } }
const webhook = {
  name: 'a.example.com',
  clientConfig: { url: 'https://127.0.0.1/' },
  sideEffects: 'None',
  admissionReviewVersions: ['v1'],
  rules: [things],
}

const inNamespace = (apiVersion: string, kind: string, plural: string, body: Json = {}): AppliedKind => ({
  apiVersion,
  kind,
  plural,
  namespaced: true,
  body,
})
const inCluster = (apiVersion: string, kind: string, plural: string, body: Json = {}): AppliedKind => ({
  ...inNamespace(apiVersion, kind, plural, body),
  namespaced: false,
})

export const APPLIED_KINDS: readonly AppliedKind[] = [
  inNamespace('v1', 'ConfigMap', 'configmaps', { data: { a: '1' } }),
  inNamespace('v1', 'Endpoints', 'endpoints', {
    subsets: [{ addresses: [{ ip: '10.0.0.1' }], ports: [{ port: 80 }] }],
  }),
  inNamespace('v1', 'Event', 'events', { involvedObject: { namespace: 'test', name: 'x' }, reason: 'Seen' }),
  inNamespace('v1', 'LimitRange', 'limitranges', {
    spec: { limits: [{ type: 'PersistentVolumeClaim', max: { storage: '1Ti' } }] },
  }),
  inCluster('v1', 'Namespace', 'namespaces', { spec: { finalizers: ['example.com/f'] } }),
  inCluster('v1', 'Node', 'nodes', { spec: { unschedulable: true } }),
  inCluster('v1', 'PersistentVolume', 'persistentvolumes', {
    spec: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/data' } },
  }),
  inNamespace('v1', 'PersistentVolumeClaim', 'persistentvolumeclaims', {
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
  }),
  inNamespace('v1', 'Pod', 'pods', { spec: template.spec }),
  inNamespace('v1', 'PodTemplate', 'podtemplates', { template }),
  inNamespace('v1', 'ReplicationController', 'replicationcontrollers', {
    spec: { selector: labels, template },
  }),
  inNamespace('v1', 'ResourceQuota', 'resourcequotas', { spec: { hard: { pods: '1k' } } }),
  inNamespace('v1', 'Secret', 'secrets', { stringData: { a: '1' } }),
  inNamespace('v1', 'Service', 'services', { spec: { selector: labels, ports: [{ port: 80 }] } }),
  inNamespace('v1', 'ServiceAccount', 'serviceaccounts', { automountServiceAccountToken: false }),
  inNamespace('apps/v1', 'ControllerRevision', 'controllerrevisions', {
    revision: 1,
    data: { spec: { a: 1 } },
  }),
  inNamespace('apps/v1', 'DaemonSet', 'daemonsets', { spec: { selector, template } }),
  inNamespace('apps/v1', 'Deployment', 'deployments', { spec: { replicas: 2, selector, template } }),
  inNamespace('apps/v1', 'ReplicaSet', 'replicasets', { spec: { selector, template } }),
  inNamespace('apps/v1', 'StatefulSet', 'statefulsets', {
    spec: { serviceName: 'web', selector, template },
  }),
  inNamespace('extensions/v1beta1', 'DaemonSet', 'daemonsets', { spec: { selector, template } }),
  inNamespace('extensions/v1beta1', 'Deployment', 'deployments', { spec: { selector, template } }),
  inNamespace('extensions/v1beta1', 'Ingress', 'ingresses', {
    spec: { backend: { serviceName: 'web', servicePort: 80 } },
  }),
  inNamespace('extensions/v1beta1', 'ReplicaSet', 'replicasets', { spec: { selector, template } }),
  inCluster('federation/v1beta1', 'Cluster', 'clusters', {
    spec: { serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress: 'https://10.0.0.1' }] },
  }),
  inNamespace('networking.k8s.io/v1', 'Ingress', 'ingresses', {
    spec: { defaultBackend: { service: { name: 'web', port: { number: 80 } } } },
  }),
  inCluster('networking.k8s.io/v1', 'IngressClass', 'ingressclasses', {
    spec: { controller: 'example.com/c' },
  }),
  inNamespace('networking.k8s.io/v1', 'NetworkPolicy', 'networkpolicies', {
    spec: { podSelector: selector, policyTypes: ['Ingress'] },
  }),
  inNamespace('batch/v1', 'Job', 'jobs', { spec: { template: runOnce } }),
  inNamespace('batch/v1', 'CronJob', 'cronjobs', {
    spec: { schedule: '* * * * *', jobTemplate: { spec: { template: runOnce } } },
  }),
  inNamespace('autoscaling/v1', 'HorizontalPodAutoscaler', 'horizontalpodautoscalers', {
    spec: { maxReplicas: 3, scaleTargetRef: { kind: 'Deployment', name: 'web' } },
  }),
  inNamespace('autoscaling/v2', 'HorizontalPodAutoscaler', 'horizontalpodautoscalers', {
    spec: { maxReplicas: 3, scaleTargetRef: { kind: 'Deployment', name: 'web' } },
  }),
  inNamespace('policy/v1', 'PodDisruptionBudget', 'poddisruptionbudgets', {
    spec: { minAvailable: 1, selector },
  }),
  inNamespace('coordination.k8s.io/v1', 'Lease', 'leases', {
    spec: { holderIdentity: 'a', leaseDurationSeconds: 15 },
  }),
  inNamespace('discovery.k8s.io/v1', 'EndpointSlice', 'endpointslices', {
    addressType: 'IPv4',
    endpoints: [{ addresses: ['10.0.0.1'] }],
    ports: [{ name: 'http', port: 80 }],
  }),
  ...['v1', 'v1beta2'].flatMap((version) => {
    const group = `resource.k8s.io/${version}`
    const devices = { requests: [{ name: 'gpu', exactly: { deviceClassName: 'gpu' } }] }
    return [
      inCluster(group, 'DeviceClass', 'deviceclasses', {
        spec: { selectors: [{ cel: { expression: 'device.driver == "a"' } }] },
      }),
      inNamespace(group, 'ResourceClaim', 'resourceclaims', { spec: { devices } }),
      inNamespace(group, 'ResourceClaimTemplate', 'resourceclaimtemplates', { spec: { spec: { devices } } }),
      inCluster(group, 'ResourceSlice', 'resourceslices', {
        spec: {
          driver: 'example.com',
          pool: { name: 'a', generation: 1, resourceSliceCount: 1 },
          allNodes: true,
          devices: [{ name: 'a', attributes: { model: { string: 'x' } } }],
        },
      }),
    ]
  }),
  ...['v1', 'v1beta1'].map((version) =>
    inCluster(`storage.k8s.io/${version}`, 'VolumeAttributesClass', 'volumeattributesclasses', {
      driverName: 'example.com',
      parameters: { iops: '100' },
    }),
  ),
  inCluster('storage.k8s.io/v1', 'CSIDriver', 'csidrivers', { spec: { attachRequired: true } }),
  inCluster('storage.k8s.io/v1', 'CSINode', 'csinodes', {
    spec: { drivers: [{ name: 'd.example.com', nodeID: 'n' }] },
  }),
  inNamespace('storage.k8s.io/v1', 'CSIStorageCapacity', 'csistoragecapacities', {
    storageClassName: 'fast',
    capacity: '1Gi',
  }),
  inCluster('storage.k8s.io/v1', 'StorageClass', 'storageclasses', { provisioner: 'example.com/p' }),
  inCluster('storage.k8s.io/v1', 'VolumeAttachment', 'volumeattachments', {
    spec: { attacher: 'a.example.com', nodeName: 'n', source: { persistentVolumeName: 'pv' } },
  }),
  inCluster('scheduling.k8s.io/v1', 'PriorityClass', 'priorityclasses', { value: 5 }),
  inCluster('node.k8s.io/v1', 'RuntimeClass', 'runtimeclasses', { handler: 'runc' }),
  {
    ...inCluster('apiregistration.k8s.io/v1', 'APIService', 'apiservices', {
      spec: {
        ...{ group: 'boats.example.com', version: 'v1', groupPriorityMinimum: 1000, versionPriority: 15 },
        service: { namespace: 'test', name: 'boats' },
      },
    }),
    name: 'v1.boats.example.com',
  },
  inCluster('flowcontrol.apiserver.k8s.io/v1', 'FlowSchema', 'flowschemas', {
    spec: {
      matchingPrecedence: 9,
      priorityLevelConfiguration: { name: 'catch-all' },
      rules: [{ subjects, resourceRules }],
    },
  }),
  inCluster('flowcontrol.apiserver.k8s.io/v1', 'PriorityLevelConfiguration', 'prioritylevelconfigurations', {
    spec: { type: 'Limited', limited: { limitResponse: { type: 'Reject' } } },
  }),
  inNamespace(RBAC, 'Role', 'roles', { rules: [{ verbs: ['get'], apiGroups: [''], resources: ['pods'] }] }),
  inCluster(RBAC, 'ClusterRole', 'clusterroles', { rules: [{ verbs: ['get'], nonResourceURLs: ['/x'] }] }),
  inNamespace(RBAC, 'RoleBinding', 'rolebindings', { roleRef: roleRef('Role'), subjects: [ann] }),
  inCluster(RBAC, 'ClusterRoleBinding', 'clusterrolebindings', {
    roleRef: roleRef('ClusterRole'),
    subjects: [ann],
  }),
  inCluster(ADMISSION, 'MutatingWebhookConfiguration', 'mutatingwebhookconfigurations', {
    webhooks: [webhook],
  }),
  inCluster(ADMISSION, 'ValidatingWebhookConfiguration', 'validatingwebhookconfigurations', {
    webhooks: [webhook],
  }),
  inCluster(ADMISSION, 'ValidatingAdmissionPolicy', 'validatingadmissionpolicies', {
    spec: { matchConstraints: { resourceRules: [things] }, validations: [{ expression: 'true' }] },
  }),
  inCluster(ADMISSION, 'ValidatingAdmissionPolicyBinding', 'validatingadmissionpolicybindings', {
    spec: { policyName: 'p', validationActions: ['Deny'] },
  }),
  ...['v1beta1', 'v1alpha1'].flatMap((version) => [
    inCluster(
      `admissionregistration.k8s.io/${version}`,
      'MutatingAdmissionPolicy',
      'mutatingadmissionpolicies',
      {
        spec: {
          matchConstraints: { resourceRules: [things] },
          mutations: [mutation],
          reinvocationPolicy: 'Never',
        },
      },
    ),
    inCluster(
      `admissionregistration.k8s.io/${version}`,
      'MutatingAdmissionPolicyBinding',
      'mutatingadmissionpolicybindings',
      { spec: { policyName: 'p' } },
    ),
  ]),
]

export function collectionOf({ apiVersion, plural, namespaced }: AppliedKind): string {
  const group = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`
  return `${group}${namespaced ? '/namespaces/test' : ''}/${plural}`
}

export const APPLY = { 'content-type': 'application/apply-patch+yaml' }
