import type { Json } from '#test/support/client.js'
import { type WarningsExample, warned, warnedOfChange, warnedOfStatus } from './example.js'

const service = (spec: Json, metadata: Json = {}) => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata,
  spec: { ports: [{ port: 80 }], ...spec },
})
const nonStandard = (ip: string, use: string) =>
  `non-standard IP address "${ip}" will be considered invalid in a future Kubernetes release: use "${use}"`
const notCanonical = (ip: string, use: string) =>
  `IPv6 address "${ip}" should be in RFC 5952 canonical format ("${use}")`
const ambiguous = (range: string, network: string, single: string) =>
  `CIDR value "${range}" is ambiguous in this context (should be "${network}" or "${single}"?)`
const ENDPOINTS = 'v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice'

const volume = (spec: Json, metadata: Json = {}) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolume',
  metadata,
  spec: {
    capacity: { storage: '1Gi' },
    accessModes: ['ReadWriteOnce'],
    ...('hostPath' in spec ? {} : { hostPath: { path: '/a' } }),
    ...spec,
  },
})
const NO_SOURCE = { hostPath: undefined }
const OLD_SOURCES: readonly (readonly [path: string, source: Json, why: string])[] = [
  ['cephfs', { cephfs: { monitors: ['a'] } }, 'deprecated in v1.28, non-functional in v1.31+'],
  [
    'photonPersistentDisk',
    { photonPersistentDisk: { pdID: 'a' } },
    'deprecated in v1.11, non-functional in v1.16+',
  ],
  [
    'scaleIO',
    { scaleIO: { gateway: 'a', system: 'b', volumeName: 'c', secretRef: { name: 's', namespace: 'n' } } },
    'deprecated in v1.16, non-functional in v1.22+',
  ],
  ['storageOS', { storageos: { volumeName: 'a' } }, 'deprecated in v1.22, non-functional in v1.25+'],
  [
    'glusterfs',
    { glusterfs: { endpoints: 'a', path: 'b' } },
    'deprecated in v1.25, non-functional in v1.26+',
  ],
  ['rbd', { rbd: { monitors: ['a'], image: 'b' } }, 'deprecated in v1.28, non-functional in v1.31+'],
]
const claim = (resources: Json, metadata: Json = {}) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata,
  spec: { accessModes: ['ReadWriteOnce'], resources },
})
const OLD_CLASS = 'volume.beta.kubernetes.io/storage-class'
const CLASS_WARNING = `metadata.annotations[${OLD_CLASS}]: deprecated since v1.8; use "storageClassName" attribute instead`
const MOUNT_OPTIONS = 'volume.beta.kubernetes.io/mount-options'
const fraction = (amount: string) => `fractional byte value "${amount}" is invalid, must be an integer`
const account = (annotations: Json = {}) => ({
  apiVersion: 'v1',
  kind: 'ServiceAccount',
  metadata: { annotations },
})
const MOUNTABLE = 'kubernetes.io/enforce-mountable-secrets'
const ZONE = 'failure-domain.beta.kubernetes.io/zone'
const RENAMED = 'deprecated since v1.17; use "topology.kubernetes.io/zone" instead'
const node = (spec: Json) => ({ apiVersion: 'v1', kind: 'Node', spec })
const controller = (name: string, spec: Json = {}, replicas = 1) => ({
  apiVersion: 'v1',
  kind: 'ReplicationController',
  metadata: { name },
  spec: {
    replicas,
    template: {
      metadata: { labels: { app: 'web' } },
      spec: { containers: [{ name: 'main', image: 'web:1' }], ...spec },
    },
  },
})
const SPREAD = {
  topologySpreadConstraints: [{ maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule' }],
}
const NULL_SELECTOR =
  'spec.template.spec.topologySpreadConstraints[0].labelSelector: a null labelSelector results in matching no pod'
const slice = (addressType: string, address: string, labels: Json = {}) => ({
  apiVersion: 'discovery.k8s.io/v1',
  kind: 'EndpointSlice',
  metadata: { labels },
  addressType,
  endpoints: [{ addresses: [address] }],
})
const endpoints = (labels: Json = {}) => ({
  apiVersion: 'v1',
  kind: 'Endpoints',
  metadata: { labels },
  subsets: [{ addresses: [{ ip: '010.1.2.3' }], notReadyAddresses: [{ ip: 'FD00::1' }] }],
})
const MANAGED = { 'endpoints.kubernetes.io/managed-by': 'endpoint-controller' }

export const coreWarnings: readonly WarningsExample[] = [
  warned(
    service({}, { annotations: { 'service.kubernetes.io/topology-aware-hints': 'Auto' } }),
    'annotation service.kubernetes.io/topology-aware-hints is deprecated, please use service.kubernetes.io/topology-mode instead',
  ),
  warned(
    service({ clusterIP: '010.96.0.9' }),
    `spec.clusterIPs[0]: ${nonStandard('010.96.0.9', '10.96.0.9')}`,
  ),
  warned(
    service({ externalIPs: ['010.1.2.3', 'FD00::1'] }),
    `spec.externalIPs[0]: ${nonStandard('010.1.2.3', '10.1.2.3')}`,
    `spec.externalIPs[1]: ${notCanonical('FD00::1', 'fd00::1')}`,
  ),
  warned(
    service({ type: 'LoadBalancer', loadBalancerIP: '010.1.2.3' }),
    `spec.loadBalancerIP: ${nonStandard('010.1.2.3', '10.1.2.3')}`,
  ),
  warned(service({ type: 'LoadBalancer', loadBalancerIP: 'somewhere' })),
  warned(
    service({ type: 'LoadBalancer', loadBalancerSourceRanges: ['10.0.0.1/8', '010.0.0.0/8', 'FD00::/64'] }),
    `spec.loadBalancerSourceRanges[0]: ${ambiguous('10.0.0.1/8', '10.0.0.0/8', '10.0.0.1/32')}`,
    'spec.loadBalancerSourceRanges[1]: non-standard CIDR value "010.0.0.0/8" will be considered invalid in a future Kubernetes release: use "10.0.0.0/8"',
    'spec.loadBalancerSourceRanges[2]: IPv6 CIDR value "FD00::/64" should be in RFC 5952 canonical format ("fd00::/64")',
  ),
  warned(
    service({ type: 'ExternalName', externalName: 'a.b', externalIPs: ['10.1.2.3'], ports: undefined }),
    'spec.externalIPs is ignored when spec.type is "ExternalName"',
  ),
  warned(
    service({ externalName: 'a.b' }),
    'spec.externalName is ignored when spec.type is not "ExternalName"',
  ),
  warnedOfStatus(
    {
      ...service({ type: 'LoadBalancer' }),
      status: { loadBalancer: { ingress: [{ ip: '010.1.2.3' }, { ip: 'FD00::1' }] } },
    },
    `status.loadBalancer.ingress[0]: ${nonStandard('010.1.2.3', '10.1.2.3')}`,
    `status.loadBalancer.ingress[1]: ${notCanonical('FD00::1', 'fd00::1')}`,
  ),
  warned(
    endpoints(),
    ENDPOINTS,
    `subsets[0].addresses[0].ip: ${nonStandard('010.1.2.3', '10.1.2.3')}`,
    `subsets[0].notReadyAddresses[0].ip: ${notCanonical('FD00::1', 'fd00::1')}`,
  ),
  warned(endpoints(MANAGED), ENDPOINTS),
  warned(slice('FQDN', 'a.b'), 'spec.addressType: FQDN endpoints are deprecated'),
  warned(slice('IPv4', '010.1.2.3'), `endpoints[0].addresses[0]: ${nonStandard('010.1.2.3', '10.1.2.3')}`),
  warned(
    slice('IPv4', '010.1.2.3', {
      'endpointslice.kubernetes.io/managed-by': 'endpointslice-controller.k8s.io',
    }),
  ),
  warned(node({ configSource: { configMap: { name: 'a', namespace: 'b', kubeletConfigKey: 'c' } } })),
  warned(node({ externalID: 'x' }), 'spec.externalID: this field is deprecated, and is unused by Kubernetes'),
  warned(
    node({ podCIDRs: ['10.0.0.1/24'] }),
    `spec.podCIDRs[0]: ${ambiguous('10.0.0.1/24', '10.0.0.0/24', '10.0.0.1/32')}`,
  ),
  warned(volume({}, { annotations: { [OLD_CLASS]: 'a' } }), CLASS_WARNING),
  warned(
    volume({ ...NO_SOURCE, nfs: { server: 's', path: '/' } }, { annotations: { [MOUNT_OPTIONS]: 'ro' } }),
    `metadata.annotations[${MOUNT_OPTIONS}]: deprecated since v1.31; use "mountOptions" attribute instead`,
  ),
  warned(
    volume({ persistentVolumeReclaimPolicy: 'Recycle', hostPath: { path: '/b' } }),
    'spec.persistentVolumeReclaimPolicy: The Recycle reclaim policy is deprecated. Instead, the recommended approach is to use dynamic provisioning.',
  ),
  warned(
    volume({
      nodeAffinity: {
        required: { nodeSelectorTerms: [{ matchExpressions: [{ key: ZONE, operator: 'Exists' }] }] },
      },
    }),
    `spec.nodeAffinity.required.nodeSelectorTerms[0].matchExpressions[0].key: ${ZONE} is ${RENAMED}`,
  ),
  ...OLD_SOURCES.map(([path, source, why]) =>
    warned(volume({ ...NO_SOURCE, ...source }), `spec.${path}: ${why}`),
  ),
  warned(claim({ requests: { storage: '1Gi' } }, { annotations: { [OLD_CLASS]: 'a' } }), CLASS_WARNING),
  warned(
    claim({ requests: { storage: '0.5' }, limits: { storage: '1.5' } }),
    `spec.resources.requests[storage]: ${fraction('500m')}`,
    `spec.resources.limits[storage]: ${fraction('1500m')}`,
  ),
  warned(
    {
      apiVersion: 'v1',
      kind: 'Secret',
      type: 'kubernetes.io/tls',
      stringData: { 'tls.crt': '', 'tls.key': '' },
    },
    'tls: failed to find any PEM data in certificate input',
  ),
  warned(
    account({ [MOUNTABLE]: 'true' }),
    `metadata.annotations[${MOUNTABLE}]: deprecated in v1.32+; prefer separate namespaces to isolate access to mounted secrets`,
  ),
  warnedOfChange(account({ [MOUNTABLE]: 'true' }), account({ [MOUNTABLE]: 'false' })),
  warned(
    controller('a.b'),
    'metadata.name: this is used in Pod names and hostnames, which can result in surprising behavior; a DNS label is recommended: [must not contain dots]',
  ),
  warned(controller('web', SPREAD), NULL_SELECTOR),
  warnedOfChange(controller('web'), controller('web', SPREAD)),
  warnedOfChange(controller('web', SPREAD), controller('web'), NULL_SELECTOR),
  warned(
    {
      apiVersion: 'storage.k8s.io/v1',
      kind: 'StorageClass',
      provisioner: 'a.b/c',
      allowedTopologies: [{ matchLabelExpressions: [{ key: ZONE, values: ['a'] }] }],
    },
    `allowedTopologies[0].matchLabelExpressions[0].key: ${RENAMED}`,
  ),
  warned(
    {
      apiVersion: 'storage.k8s.io/v1',
      kind: 'CSIStorageCapacity',
      storageClassName: 'x',
      nodeTopology: {
        matchLabels: { [ZONE]: 'a' },
        matchExpressions: [{ key: ZONE, operator: 'Exists' }],
      },
    },
    `nodeTopology.matchExpressions[0].key: ${ZONE} is ${RENAMED}`,
    `nodeTopology.matchLabels.${ZONE}: ${RENAMED}`,
  ),
]
