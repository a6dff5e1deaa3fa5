import type { Json } from '#test/support/client.js'
import { type DefaultsExample, defaultsOf, derived, object } from './example.js'

const service = (spec: Json) => object('v1', 'Service')({ spec: { ports: [{ port: 80 }], ...spec } })
const volume = (spec: Json) =>
  object(
    'v1',
    'PersistentVolume',
  )({
    spec: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], ...spec },
  })
const inVolume = (source: Json, values: Readonly<Record<string, unknown>>) =>
  defaultsOf(
    volume(source),
    Object.fromEntries(Object.entries(values).map(([path, value]) => [`spec.${path}`, value])),
  )
const limits = (limit: Json) =>
  object('v1', 'LimitRange')({ spec: { limits: [{ type: 'Container', ...limit }] } })
const TEMPLATE = {
  metadata: { labels: { app: 'web' } },
  spec: { containers: [{ name: 'main', image: 'web:1' }] },
}
const HOURS = { clientIP: { timeoutSeconds: 10_800 } }

export const coreDefaults: readonly DefaultsExample[] = [
  defaultsOf(service({}), {
    'spec.sessionAffinity': 'None',
    'spec.type': 'ClusterIP',
    'spec.ports[0].protocol': 'TCP',
    'spec.ports[0].targetPort': derived('the port number', 80),
    'spec.internalTrafficPolicy': 'Cluster',
    'spec.externalTrafficPolicy': undefined,
  }),
  defaultsOf(service({ sessionAffinity: 'None', sessionAffinityConfig: HOURS }), {
    'spec.sessionAffinityConfig': derived('removed', undefined),
  }),
  defaultsOf(service({ sessionAffinity: 'ClientIP' }), {
    'spec.sessionAffinityConfig': derived('{clientIP:{timeoutSeconds:10800}}', HOURS),
  }),
  defaultsOf(service({ type: 'NodePort' }), { 'spec.externalTrafficPolicy': 'Cluster' }),
  defaultsOf(service({ externalIPs: ['192.0.2.1'] }), { 'spec.externalTrafficPolicy': 'Cluster' }),
  defaultsOf(service({ type: 'LoadBalancer' }), {
    'spec.externalTrafficPolicy': 'Cluster',
    'spec.allocateLoadBalancerNodePorts': derived('true', true),
  }),
  defaultsOf(
    {
      ...service({ type: 'LoadBalancer' }),
      status: { loadBalancer: { ingress: [{ ip: '192.0.2.1' }] } },
    },
    { 'status.loadBalancer.ingress[0].ipMode': 'VIP' },
  ),
  defaultsOf(
    object('v1', 'Endpoints')({ subsets: [{ addresses: [{ ip: '10.1.2.3' }], ports: [{ port: 80 }] }] }),
    { 'subsets[0].ports[0].protocol': 'TCP' },
  ),
  defaultsOf(
    object(
      'discovery.k8s.io/v1',
      'EndpointSlice',
    )({
      addressType: 'IPv4',
      endpoints: [{ addresses: ['10.1.2.3'] }],
      ports: [{ port: 80 }],
    }),
    { 'ports[0].name': derived('empty text', ''), 'ports[0].protocol': 'TCP' },
  ),
  defaultsOf(
    object('v1', 'Namespace')({ metadata: { labels: { 'kubernetes.io/metadata.name': 'other' } } }),
    {
      'metadata.labels[kubernetes.io/metadata.name]': derived(
        "always the namespace's name (overwrites)",
        'example',
      ),
      'status.phase': 'Active',
    },
  ),
  defaultsOf(object('v1', 'Node')({ status: { capacity: { cpu: '4', memory: '1.0001' } } }), {
    'status.allocatable': derived('copy of status.capacity', { cpu: '4', memory: '1001m' }),
    'status.capacity[memory]': derived('rounded up to thousandths', '1001m'),
  }),
  defaultsOf(volume({ hostPath: { path: '/a' } }), {
    'status.phase': 'Pending',
    'spec.persistentVolumeReclaimPolicy': 'Retain',
    'spec.volumeMode': 'Filesystem',
    'spec.hostPath.type': derived('empty text', ''),
  }),
  inVolume(
    { rbd: { monitors: ['a'], image: 'b' } },
    { 'rbd.pool': 'rbd', 'rbd.user': 'admin', 'rbd.keyring': '/etc/ceph/keyring' },
  ),
  inVolume(
    { iscsi: { targetPortal: 'a', iqn: 'iqn.2024-01.com.example:disk', lun: 1 } },
    { 'iscsi.iscsiInterface': 'default' },
  ),
  inVolume(
    { azureDisk: { diskName: 'a', diskURI: 'https://a' } },
    {
      'azureDisk.cachingMode': 'ReadWrite',
      'azureDisk.fsType': 'ext4',
      'azureDisk.readOnly': derived('false', false),
      'azureDisk.kind': 'Shared',
    },
  ),
  inVolume(
    { scaleIO: { gateway: 'a', system: 'b', volumeName: 'c', secretRef: { name: 's', namespace: 'n' } } },
    { 'scaleIO.storageMode': 'ThinProvisioned', 'scaleIO.fsType': 'xfs' },
  ),
  defaultsOf(
    object(
      'v1',
      'PersistentVolumeClaim',
    )({
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
    }),
    { 'status.phase': 'Pending', 'spec.volumeMode': 'Filesystem' },
  ),
  defaultsOf(object('v1', 'Secret')({ stringData: { a: 'b' } }), { type: 'Opaque' }),
  defaultsOf(object('v1', 'ConfigMap')({}), {
    data: derived('empty map in memory (not shown: omitted when empty)', undefined),
  }),
  defaultsOf(limits({ max: { cpu: '2' }, min: { memory: '1Gi' } }), {
    'spec.limits[0].default': derived('the max value', { cpu: '2' }),
    'spec.limits[0].defaultRequest': derived('the default value', { cpu: '2', memory: '1Gi' }),
  }),
  defaultsOf(limits({ min: { memory: '1Gi' } }), {
    'spec.limits[0].defaultRequest': derived('the min value', { memory: '1Gi' }),
  }),
  defaultsOf(object('v1', 'ReplicationController')({ spec: { template: TEMPLATE } }), {
    'spec.selector': derived('the template labels', { app: 'web' }),
    'metadata.labels': derived('the template labels', { app: 'web' }),
    'spec.replicas': derived('1', 1),
    'spec.template.spec.restartPolicy': 'Always',
    'spec.template': derived('pod template defaults (see Pod)', {
      metadata: { creationTimestamp: null, labels: { app: 'web' } },
      spec: {
        containers: [
          {
            name: 'main',
            image: 'web:1',
            resources: {},
            terminationMessagePath: '/dev/termination-log',
            terminationMessagePolicy: 'File',
            imagePullPolicy: 'IfNotPresent',
          },
        ],
        restartPolicy: 'Always',
        terminationGracePeriodSeconds: 30,
        dnsPolicy: 'ClusterFirst',
        securityContext: {},
        schedulerName: 'default-scheduler',
      },
    }),
  }),
  defaultsOf(object('storage.k8s.io/v1', 'StorageClass')({ provisioner: 'example.com/disks' }), {
    reclaimPolicy: 'Delete',
    volumeBindingMode: 'Immediate',
  }),
  defaultsOf(object('storage.k8s.io/v1', 'CSIDriver')({ spec: {} }), {
    'spec.attachRequired': derived('true', true),
    'spec.podInfoOnMount': derived('false', false),
    'spec.storageCapacity': derived('false', false),
    'spec.fsGroupPolicy': 'ReadWriteOnceWithFSType',
    'spec.volumeLifecycleModes': derived('[Persistent]', ['Persistent']),
    'spec.requiresRepublish': derived('false', false),
    'spec.seLinuxMount': derived('false', false),
  }),
  defaultsOf(
    object(
      'storage.k8s.io/v1',
      'VolumeAttachment',
    )({
      spec: {
        attacher: 'csi.example',
        nodeName: 'n',
        source: {
          inlineVolumeSpec: {
            accessModes: ['ReadWriteOnce'],
            csi: { driver: 'csi.example', volumeHandle: 'v' },
          },
        },
      },
    }),
    {
      'spec.source.inlineVolumeSpec': derived(
        'capacity rounding and the source defaults of PersistentVolume for the source fields (hostPath.type, rbd.*, iscsi.iscsiInterface, azureDisk.*, scaleIO.*); not reclaim policy or volume mode',
        { accessModes: ['ReadWriteOnce'], csi: { driver: 'csi.example', volumeHandle: 'v' } },
      ),
    },
  ),
]
