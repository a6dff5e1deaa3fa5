import type { Json } from '#test/support/client.js'
import { AGE, type CellsExample, hoursAgo, shown, TIME } from './example.js'

const object = (kind: string, content: Json = {}, apiVersion = 'v1') => ({ apiVersion, kind, ...content })
const STORAGE = 'storage.k8s.io/v1'

const service = (spec: Json, ingress?: Json[]) =>
  object('Service', {
    spec: { ports: [{ port: 80 }], ...spec },
    status: ingress && { loadBalancer: { ingress } },
  })
const serviceRow = (cells: Json) => ({
  Name: 'example',
  Type: 'ClusterIP',
  'Cluster-IP': /^10\./,
  'External-IP': '<none>',
  'Port(s)': '80/TCP',
  Age: AGE,
  Selector: '<none>',
  ...cells,
})
const nodeRow = (cells: Json) => ({
  Name: 'example',
  Status: 'Unknown',
  Roles: '<none>',
  Age: AGE,
  Version: '',
  'Internal-IP': '<none>',
  'External-IP': '<none>',
  'OS-Image': '<unknown>',
  'Kernel-Version': '<unknown>',
  'Container-Runtime': '<unknown>',
  ...cells,
})
const NODE_INFO = {
  machineID: '',
  systemUUID: '',
  bootID: '',
  kernelVersion: '6.1',
  osImage: 'Linux',
  containerRuntimeVersion: 'containerd://2',
  kubeletVersion: 'v1.33.0',
  kubeProxyVersion: '',
  operatingSystem: '',
  architecture: '',
}
const CLAIMED = { accessModes: ['ReadWriteMany', 'ReadWriteOnce', 'ReadWriteMany'] }
const OLD_CLASS = { annotations: { 'volume.beta.kubernetes.io/storage-class': 'old' } }
const claim = (spec: Json, status?: Json, metadata: Json = {}) =>
  object('PersistentVolumeClaim', {
    metadata,
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, ...spec },
    status,
  })
const claimRow = (cells: Json) => ({
  Name: 'example',
  Status: 'Pending',
  Volume: '',
  Capacity: '',
  'Access Modes': '',
  StorageClass: '',
  VolumeAttributesClass: '<unset>',
  Age: AGE,
  VolumeMode: 'Filesystem',
  ...cells,
})
const volume = (spec: Json, status?: Json, metadata: Json = {}) =>
  object('PersistentVolume', {
    metadata,
    spec: { capacity: { storage: '1Gi' }, hostPath: { path: '/a' }, ...CLAIMED, ...spec },
    status,
  })
const volumeRow = (cells: Json) => ({
  Name: 'example',
  Capacity: '1Gi',
  'Access Modes': 'RWO,RWX',
  'Reclaim Policy': 'Retain',
  Status: 'Pending',
  Claim: '',
  StorageClass: '',
  VolumeAttributesClass: '<unset>',
  Reason: '',
  Age: AGE,
  VolumeMode: 'Filesystem',
  ...cells,
})
const event = (content: Json) =>
  object('Event', { involvedObject: { kind: 'Pod', name: 'web', namespace: 'test' }, ...content })
const eventRow = (cells: Json) => ({
  'Last Seen': '<unknown>',
  Type: '',
  Reason: '',
  Object: 'pod/web',
  Subobject: '',
  Source: '',
  Message: '',
  'First Seen': '<unknown>',
  Count: 1,
  Name: 'example',
  ...cells,
})
const slice = (content: Json) =>
  object('EndpointSlice', { addressType: 'IPv4', endpoints: [], ...content }, 'discovery.k8s.io/v1')
const sliceRow = (cells: Json) => ({
  Name: 'example',
  AddressType: 'IPv4',
  Ports: '<unset>',
  Endpoints: '<unset>',
  Age: AGE,
  ...cells,
})
const at = (...addresses: string[]) => ({ addresses })
const storageClass = (content: Json) => object('StorageClass', { provisioner: 'a.b/c', ...content }, STORAGE)
const storageClassRow = (cells: Json) => ({
  Name: 'example',
  Provisioner: 'a.b/c',
  ReclaimPolicy: 'Delete',
  VolumeBindingMode: 'Immediate',
  AllowVolumeExpansion: false,
  Age: AGE,
  ...cells,
})
const attachment = (status?: Json) =>
  object(
    'VolumeAttachment',
    { spec: { attacher: 'csi.example', source: { persistentVolumeName: 'v' }, nodeName: 'n' }, status },
    STORAGE,
  )
const controller = object('ReplicationController', {
  spec: {
    replicas: 3,
    template: {
      metadata: { labels: { b: '2', a: '1' } },
      spec: {
        containers: [
          { name: 'main', image: 'web:1' },
          { name: 'b', image: 'c:2' },
        ],
      },
    },
  },
  status: { replicas: 2, readyReplicas: 1 },
})

export const coreCells: readonly CellsExample[] = [
  shown(service({}), serviceRow({})),
  shown(
    service({ clusterIP: 'None', selector: { b: '2', a: '1' } }),
    serviceRow({ 'Cluster-IP': 'None', Selector: 'a=1,b=2' }),
  ),
  shown(
    service({
      type: 'NodePort',
      externalIPs: ['192.0.2.1', '192.0.2.2'],
      ports: [
        { name: 'a', port: 80, nodePort: 30_101 },
        { name: 'b', port: 53, protocol: 'UDP', nodePort: 30_102 },
      ],
    }),
    serviceRow({
      Type: 'NodePort',
      'External-IP': '192.0.2.1,192.0.2.2',
      'Port(s)': '80:30101/TCP,53:30102/UDP',
    }),
  ),
  shown(
    service({ type: 'LoadBalancer', allocateLoadBalancerNodePorts: false }),
    serviceRow({ Type: 'LoadBalancer', 'External-IP': '<pending>' }),
  ),
  shown(
    service({ type: 'LoadBalancer', allocateLoadBalancerNodePorts: false, externalIPs: ['192.0.2.9'] }, [
      { ip: '192.0.2.2' },
      { hostname: 'a.example' },
      { ip: '192.0.2.2' },
      { ip: '192.0.2.1', hostname: 'b.example' },
    ]),
    serviceRow({
      Type: 'LoadBalancer',
      'External-IP': '192.0.2.1,192.0.2.2,a.example,192.0.2.9',
    }),
  ),
  shown(
    service({ type: 'ExternalName', externalName: 'db.example', ports: undefined }),
    serviceRow({
      Type: 'ExternalName',
      'Cluster-IP': '<none>',
      'External-IP': 'db.example',
      'Port(s)': '<none>',
    }),
  ),
  shown(object('Endpoints'), { Name: 'example', Endpoints: '<none>', Age: AGE }),
  shown(
    object('Endpoints', {
      subsets: [
        {
          addresses: [{ ip: '10.0.0.1' }, { ip: 'fd00::1' }],
          ports: [
            { name: 'a', port: 80 },
            { name: 'b', port: 81 },
          ],
        },
      ],
    }),
    { Name: 'example', Endpoints: '10.0.0.1:80,[fd00::1]:80,10.0.0.1:81 + 1 more...', Age: AGE },
  ),
  shown(object('Endpoints', { subsets: [{ addresses: [{ ip: '10.0.0.1' }] }] }), {
    Name: 'example',
    Endpoints: '10.0.0.1',
    Age: AGE,
  }),
  shown(
    object('Endpoints', { subsets: [{ notReadyAddresses: [{ ip: '10.0.0.1' }], ports: [{ port: 1 }] }] }),
    {
      Name: 'example',
      Endpoints: '',
      Age: AGE,
    },
  ),
  shown(slice({}), sliceRow({})),
  shown(
    slice({
      ports: [{ port: 80 }, { name: 'b' }, { name: 'c', port: 82 }, { name: 'd', port: 83 }],
      endpoints: [
        at('10.0.0.1', '10.0.0.2'),
        { ...at('10.0.0.3'), conditions: { ready: false } },
        at('10.0.0.4'),
      ],
    }),
    sliceRow({
      Ports: '80,b,82 + 1 more...',
      Endpoints: '10.0.0.1,10.0.0.2,10.0.0.3 + 1 more...',
    }),
  ),
  shown(slice({ ports: [{}] }), sliceRow({ Ports: '<unset>' })),
  shown(object('Node'), nodeRow({})),
  shown(
    object('Node', {
      metadata: {
        labels: {
          'node-role.kubernetes.io/worker': '',
          'node-role.kubernetes.io/control-plane': '',
          'kubernetes.io/role': 'worker',
        },
      },
      spec: { unschedulable: true },
      status: {
        conditions: [{ type: 'Ready', status: 'True' }],
        addresses: [
          { type: 'ExternalIP', address: '192.0.2.1' },
          { type: 'InternalIP', address: '10.0.0.1' },
        ],
        nodeInfo: NODE_INFO,
      },
    }),
    nodeRow({
      Status: 'Ready,SchedulingDisabled',
      Roles: 'control-plane,worker',
      Version: 'v1.33.0',
      'Internal-IP': '10.0.0.1',
      'External-IP': '192.0.2.1',
      'OS-Image': 'Linux',
      'Kernel-Version': '6.1',
      'Container-Runtime': 'containerd://2',
    }),
  ),
  shown(
    object('Node', { status: { conditions: [{ type: 'Ready', status: 'Unknown' }] } }),
    nodeRow({ Status: 'NotReady' }),
  ),
  shown(object('Namespace'), { Name: 'example', Status: 'Active', Age: AGE }),
  shown(volume({ persistentVolumeReclaimPolicy: 'Delete' }), volumeRow({ 'Reclaim Policy': 'Delete' })),
  shown(
    volume(
      {
        storageClassName: 'fast',
        claimRef: { namespace: 'test', name: 'c' },
        volumeMode: 'Block',
        hostPath: undefined,
        local: { path: '/a' },
        nodeAffinity: {
          required: { nodeSelectorTerms: [{ matchExpressions: [{ key: 'a', operator: 'Exists' }] }] },
        },
      },
      { phase: 'Failed', reason: 'Gone' },
      OLD_CLASS,
    ),
    volumeRow({
      Status: 'Failed',
      Claim: 'test/c',
      StorageClass: 'old',
      Reason: 'Gone',
      VolumeMode: 'Block',
    }),
  ),
  { ...shown(volume({}), volumeRow({ Status: 'Terminating' })), isDeleted: true },
  shown(claim({ storageClassName: 'fast' }), claimRow({ StorageClass: 'fast' })),
  shown(
    claim(
      { volumeName: 'v' },
      { phase: 'Bound', capacity: { storage: '2Gi' }, accessModes: ['ReadOnlyMany', 'ReadWriteOnce'] },
      OLD_CLASS,
    ),
    claimRow({
      Status: 'Bound',
      Volume: 'v',
      Capacity: '2Gi',
      'Access Modes': 'RWO,ROX',
      StorageClass: 'old',
    }),
  ),
  shown(claim({ volumeName: 'v' }), claimRow({ Volume: 'v', Capacity: '0' })),
  { ...shown(claim({}), claimRow({ Status: 'Terminating' })), isDeleted: true },
  shown(object('ConfigMap', { data: { a: '1', b: '2' }, binaryData: { c: 'AA==' } }), {
    Name: 'example',
    Data: 3,
    Age: AGE,
  }),
  shown(object('Secret', { stringData: { a: '1' } }), { Name: 'example', Type: 'Opaque', Data: 1, Age: AGE }),
  shown(object('ServiceAccount', { secrets: [{ name: 'a' }] }), { Name: 'example', Secrets: 1, Age: AGE }),
  shown(object('LimitRange', { spec: { limits: [] } }), { Name: 'example', 'Created At': TIME }),
  shown(
    object('ResourceQuota', {
      spec: {},
      status: {
        hard: { pods: '4', 'limits.cpu': '2', 'requests.cpu': '1' },
        used: { pods: '1', 'limits.cpu': '1' },
      },
    }),
    {
      Name: 'example',
      Request: 'pods: 1/4, requests.cpu: 0/1',
      Limit: 'limits.cpu: 1/2',
      Age: AGE,
    },
  ),
  shown(controller, {
    Name: 'example',
    Desired: 3,
    Current: 2,
    Ready: 1,
    Age: AGE,
    Containers: 'main,b',
    Images: 'web:1,c:2',
    Selector: 'a=1,b=2',
  }),
  {
    ...shown(controller, { Name: 'example', Desired: 3, Available: 2, Age: AGE }),
    subresource: 'scale',
  },
  shown(event({}), eventRow({})),
  shown(
    event({
      type: 'Warning',
      reason: 'Failed',
      message: ' it failed\n',
      source: { component: 'kubelet', host: 'n1' },
      firstTimestamp: hoursAgo(30),
      lastTimestamp: hoursAgo(12),
      count: 4,
      involvedObject: { kind: 'Pod', name: 'web', namespace: 'test', fieldPath: 'spec.containers{main}' },
    }),
    eventRow({
      'Last Seen': '12h',
      Type: 'Warning',
      Reason: 'Failed',
      Subobject: 'spec.containers{main}',
      Source: 'kubelet, n1',
      Message: 'it failed',
      'First Seen': '30h',
      Count: 4,
    }),
  ),
  shown(
    event({
      eventTime: hoursAgo(30).replace('Z', '.000000Z'),
      reportingComponent: 'example.com/runner',
      reportingInstance: 'runner-1',
      action: 'Starting',
      reason: 'Started',
      involvedObject: { kind: 'Pod', namespace: 'test' },
      series: { count: 3, lastObservedTime: hoursAgo(12).replace('Z', '.000000Z') },
    }),
    eventRow({
      'Last Seen': '12h',
      Reason: 'Started',
      Object: 'pod',
      Source: 'example.com/runner, runner-1',
      'First Seen': '30h',
      Count: 3,
    }),
  ),
  shown(storageClass({}), storageClassRow({})),
  shown(
    storageClass({
      metadata: { annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } },
      allowVolumeExpansion: true,
    }),
    storageClassRow({ Name: 'example (default)', AllowVolumeExpansion: true }),
  ),
  shown(object('CSIDriver', { spec: {} }, STORAGE), {
    Name: 'example',
    AttachRequired: true,
    PodInfoOnMount: false,
    StorageCapacity: false,
    TokenRequests: '<unset>',
    RequiresRepublish: false,
    Modes: 'Persistent',
    Age: AGE,
  }),
  shown(
    object(
      'CSIDriver',
      {
        spec: {
          tokenRequests: [{ audience: 'a' }, { audience: 'b' }],
          volumeLifecycleModes: ['Ephemeral', 'Persistent'],
        },
      },
      STORAGE,
    ),
    {
      Name: 'example',
      AttachRequired: true,
      PodInfoOnMount: false,
      StorageCapacity: false,
      TokenRequests: 'a,b',
      RequiresRepublish: false,
      Modes: 'Ephemeral,Persistent',
      Age: AGE,
    },
  ),
  shown(
    object('CSINode', { spec: { drivers: [{ name: 'a.b', nodeID: 'n', topologyKeys: null }] } }, STORAGE),
    { Name: 'example', Drivers: 1, Age: AGE },
  ),
  shown(object('CSIStorageCapacity', { storageClassName: 'fast', capacity: '1Gi' }, STORAGE), {
    Name: 'example',
    StorageClassName: 'fast',
    Capacity: '1Gi',
  }),
  shown(object('CSIStorageCapacity', { storageClassName: 'fast' }, STORAGE), {
    Name: 'example',
    StorageClassName: 'fast',
    Capacity: '<unset>',
  }),
  shown(attachment(), {
    Name: 'example',
    Attacher: 'csi.example',
    PV: 'v',
    Node: 'n',
    Attached: false,
    Age: AGE,
  }),
  shown(attachment({ attached: true }), {
    Name: 'example',
    Attacher: 'csi.example',
    PV: 'v',
    Node: 'n',
    Attached: true,
    Age: AGE,
  }),
]
