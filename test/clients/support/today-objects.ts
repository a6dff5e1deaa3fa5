import { CERTIFICATE_REQUEST } from '#test/support/certificates/certificate-request.js'
import type { Json } from '#test/support/client.js'

/** Minimal valid objects of the current groups. */

const POD = { containers: [{ name: 'main', image: 'registry.example/web:1.0' }] }
const LABELS = { app: 'web' }
const SELECTOR = { matchLabels: LABELS }
const TEMPLATE = { metadata: { labels: LABELS }, spec: POD }
const JOB_TEMPLATE = { spec: { ...POD, restartPolicy: 'Never' } }

/** A current kind, and its name in kubectl. */
export interface TodayKind {
  /** The prefix of kubectl's messages about an object, such as `deployment.apps`. */
  readonly word: string
  readonly namespaced: boolean
  readonly make: (name: string) => Json
}

function kind(apiVersion: string, name: string, body: Json, namespaced = true): TodayKind {
  const group = apiVersion.includes('/') ? `.${apiVersion.split('/')[0]}` : ''
  return {
    word: `${name.toLowerCase()}${group}`,
    namespaced,
    make: (object) => ({ apiVersion, kind: name, metadata: { name: object }, ...body }),
  }
}
const clusterWide = (apiVersion: string, name: string, body: Json = {}) => kind(apiVersion, name, body, false)

export const pod = kind('v1', 'Pod', { spec: POD })
export const service = kind('v1', 'Service', { spec: { selector: LABELS, ports: [{ port: 80 }] } })
export const configmap = kind('v1', 'ConfigMap', { data: { colour: 'red' } })
export const node = clusterWide('v1', 'Node')
export const deployment = kind('apps/v1', 'Deployment', { spec: { selector: SELECTOR, template: TEMPLATE } })
export const statefulSet = kind('apps/v1', 'StatefulSet', {
  spec: { serviceName: 'web', selector: SELECTOR, template: TEMPLATE },
})
export const daemonSet = kind('apps/v1', 'DaemonSet', { spec: { selector: SELECTOR, template: TEMPLATE } })
export const replicaSet = kind('apps/v1', 'ReplicaSet', { spec: { selector: SELECTOR, template: TEMPLATE } })
export const replicationController = kind('v1', 'ReplicationController', {
  spec: { selector: LABELS, template: TEMPLATE },
})
export const job = kind('batch/v1', 'Job', { spec: { template: JOB_TEMPLATE } })
export const cronJob = kind('batch/v1', 'CronJob', {
  spec: { schedule: '*/5 * * * *', jobTemplate: { spec: { template: JOB_TEMPLATE } } },
})
export const ingress = kind('networking.k8s.io/v1', 'Ingress', {
  spec: { defaultBackend: { service: { name: 'web', port: { number: 80 } } } },
})
export const certificateSigningRequest = clusterWide('certificates.k8s.io/v1', 'CertificateSigningRequest', {
  spec: { request: CERTIFICATE_REQUEST, signerName: 'example.com/signer', usages: ['client auth'] },
})

/** Every current kind that people write by hand or that controllers store state in. */
export const TODAY_KINDS: readonly TodayKind[] = [
  configmap,
  kind('v1', 'Secret', { data: { key: 'dmFsdWU=' } }),
  kind('v1', 'ServiceAccount', {}),
  // Deleted before the service of the same name, which takes them along.
  kind('v1', 'Endpoints', { subsets: [{ addresses: [{ ip: '10.1.2.3' }], ports: [{ port: 80 }] }] }),
  service,
  pod,
  kind('v1', 'PodTemplate', { template: TEMPLATE }),
  replicationController,
  kind('v1', 'LimitRange', { spec: { limits: [{ type: 'Container', default: { cpu: '1' } }] } }),
  kind('v1', 'ResourceQuota', { spec: { hard: { pods: '10' } } }),
  kind('v1', 'PersistentVolumeClaim', {
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
  }),
  node,
  clusterWide('v1', 'PersistentVolume', {
    spec: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/data' } },
  }),
  deployment,
  replicaSet,
  daemonSet,
  statefulSet,
  kind('apps/v1', 'ControllerRevision', { data: { spec: {} }, revision: 1 }),
  ingress,
  clusterWide('networking.k8s.io/v1', 'IngressClass', { spec: { controller: 'example.com/ingress' } }),
  kind('networking.k8s.io/v1', 'NetworkPolicy', { spec: { podSelector: SELECTOR } }),
  job,
  cronJob,
  kind('autoscaling/v2', 'HorizontalPodAutoscaler', {
    spec: { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' }, maxReplicas: 3 },
  }),
  kind('policy/v1', 'PodDisruptionBudget', { spec: { minAvailable: 1, selector: SELECTOR } }),
  kind('coordination.k8s.io/v1', 'Lease', { spec: { holderIdentity: 'me', leaseDurationSeconds: 15 } }),
  kind('discovery.k8s.io/v1', 'EndpointSlice', {
    addressType: 'IPv4',
    endpoints: [{ addresses: ['10.1.2.3'] }],
    ports: [{ name: 'http', port: 80 }],
  }),
  clusterWide('storage.k8s.io/v1', 'StorageClass', { provisioner: 'example.com/disks' }),
  clusterWide('storage.k8s.io/v1', 'CSIDriver', { spec: { attachRequired: false } }),
  clusterWide('storage.k8s.io/v1', 'CSINode', {
    spec: { drivers: [{ name: 'disks.example.com', nodeID: 'one', topologyKeys: ['zone'] }] },
  }),
  clusterWide('storage.k8s.io/v1', 'VolumeAttachment', {
    spec: { attacher: 'disks.example.com', nodeName: 'one', source: { persistentVolumeName: 'one' } },
  }),
  kind('storage.k8s.io/v1', 'CSIStorageCapacity', { storageClassName: 'fast', capacity: '1Gi' }),
  clusterWide('scheduling.k8s.io/v1', 'PriorityClass', { value: 100 }),
  clusterWide('node.k8s.io/v1', 'RuntimeClass', { handler: 'runc' }),
  certificateSigningRequest,
  clusterWide('flowcontrol.apiserver.k8s.io/v1', 'FlowSchema', {
    spec: { priorityLevelConfiguration: { name: 'exempt' } },
  }),
  clusterWide('flowcontrol.apiserver.k8s.io/v1', 'PriorityLevelConfiguration', {
    spec: { type: 'Limited', limited: { limitResponse: { type: 'Reject' } } },
  }),
]

/** A change of the spec, for kinds with an unusual spec. */
export const withSpec = (object: Json, spec: Json): Json => ({
  ...object,
  spec: { ...object.spec, ...spec },
})
