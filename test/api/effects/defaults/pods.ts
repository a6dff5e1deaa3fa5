import type { Json } from '#test/support/client.js'
import { type DefaultsExample, defaultsOf, derived, object } from './example.js'

const pod = object('v1', 'Pod')
const template = object('v1', 'PodTemplate')
const MAIN = { name: 'main', image: 'web:1' }
const withContainer = (container: Json, spec: Json = {}) =>
  pod({ spec: { containers: [{ ...MAIN, ...container }], ...spec } })
const withVolume = (volume: Json) =>
  pod({ spec: { containers: [MAIN], serviceAccountName: 'a', volumes: [{ name: 'v', ...volume }] } })
const inVolume = (volume: Json, values: Readonly<Record<string, unknown>>) =>
  defaultsOf(
    withVolume(volume),
    Object.fromEntries(Object.entries(values).map(([path, value]) => [`spec.volumes[0].${path}`, value])),
  )
const inContainer = (container: Json, values: Readonly<Record<string, unknown>>) =>
  defaultsOf(
    withContainer(container),
    Object.fromEntries(Object.entries(values).map(([path, value]) => [`spec.containers[0].${path}`, value])),
  )

const REPEATED = ['beta', 'alpha'].flatMap((stage) => [
  `pod.${stage}.kubernetes.io/init-containers`,
  `pod.${stage}.kubernetes.io/init-container-statuses`,
])

export const podDefaults: readonly DefaultsExample[] = [
  defaultsOf(pod({ spec: { containers: [MAIN] } }), {
    'spec.enableServiceLinks': true,
    'spec.dnsPolicy': 'ClusterFirst',
    'spec.restartPolicy': 'Always',
    'spec.securityContext': {},
    'spec.terminationGracePeriodSeconds': 30,
    'spec.schedulerName': 'default-scheduler',
  }),
  defaultsOf(
    withContainer({ resources: { limits: { cpu: '1', memory: '1Gi' }, requests: { cpu: '500m' } } }),
    {
      'spec.containers[0].resources.requests[memory]': derived('the limit', '1Gi'),
      'spec.containers[0].resources.requests[cpu]': '500m',
    },
  ),
  defaultsOf(withContainer({ ports: [{ containerPort: 80 }] }, { hostNetwork: true }), {
    'spec.containers[0].ports[0].hostPort': derived('containerPort', 80),
  }),
  defaultsOf(
    template({ template: { spec: { containers: [{ ...MAIN, ports: [{ containerPort: 80 }] }] } } }),
    {
      'template.spec.enableServiceLinks': undefined,
      'template.spec.containers[0].ports[0].hostPort': undefined,
      'template.spec.restartPolicy': 'Always',
    },
  ),
  defaultsOf(withContainer({}, { hostNetwork: true, terminationGracePeriodSeconds: -5 }), {
    'spec.terminationGracePeriodSeconds': 1,
    'spec.securityContext': derived(
      'kept with the security context internally; an absent securityContext reads back as {}',
      {},
    ),
    'spec.hostNetwork': true,
  }),
  defaultsOf(withContainer({}, { serviceAccount: 'robot' }), {
    'spec.serviceAccountName': derived('serviceAccount', 'robot'),
    'spec.serviceAccount': 'robot',
  }),
  defaultsOf(withContainer({}, { serviceAccountName: 'robot' }), { 'spec.serviceAccount': 'robot' }),
  defaultsOf(
    pod({
      metadata: { annotations: Object.fromEntries(REPEATED.map((key) => [key, '[]'])) },
      spec: { containers: [MAIN] },
    }),
    { 'metadata.annotations': derived('removed', undefined) },
  ),
  defaultsOf(
    withContainer(
      { resources: { requests: { cpu: '100500u' }, limits: { memory: '1.0001' } } },
      {
        overhead: undefined,
      },
    ),
    {
      'spec.containers[0].resources.requests[cpu]': derived(
        'rounded up to the next thousandth (milli)',
        '101m',
      ),
      'spec.containers[0].resources.limits[memory]': '1001m',
    },
  ),
  defaultsOf(
    { ...pod({ spec: { containers: [MAIN] } }), status: { podIP: '10.1.2.3' } },
    {
      'status.podIPs': derived('[{ip: podIP}]', [{ ip: '10.1.2.3' }]),
    },
  ),
  defaultsOf(
    {
      ...pod({ spec: { containers: [MAIN] } }),
      status: { podIP: '10.1.2.3', podIPs: [{ ip: '10.1.2.4' }, { ip: 'fd00::4' }] },
    },
    { 'status.podIPs': [{ ip: '10.1.2.3' }], 'status.podIP': '10.1.2.3' },
  ),
  inVolume({}, { emptyDir: {} }),
  inVolume({ hostPath: { path: '/a' } }, { 'hostPath.type': '' }),
  inVolume({ secret: { secretName: 'a' } }, { 'secret.defaultMode': 420 }),
  inVolume({ configMap: { name: 'a' } }, { 'configMap.defaultMode': 420 }),
  inVolume({ downwardAPI: {} }, { 'downwardAPI.defaultMode': 420 }),
  inVolume(
    { projected: { sources: [{ serviceAccountToken: { path: 't' } }] } },
    { 'projected.defaultMode': 420, 'projected.sources[0].serviceAccountToken.expirationSeconds': 3600 },
  ),
  inVolume(
    { iscsi: { targetPortal: 'a', iqn: 'iqn.2024-01.com.example:disk', lun: 1 } },
    { 'iscsi.iscsiInterface': 'default' },
  ),
  inVolume(
    { rbd: { monitors: ['a'], image: 'b' } },
    { 'rbd.pool': 'rbd', 'rbd.user': 'admin', 'rbd.keyring': '/etc/ceph/keyring' },
  ),
  inVolume(
    { azureDisk: { diskName: 'a', diskURI: 'https://a' } },
    {
      'azureDisk.cachingMode': 'ReadWrite',
      'azureDisk.fsType': 'ext4',
      'azureDisk.readOnly': false,
      'azureDisk.kind': 'Shared',
    },
  ),
  inVolume(
    { scaleIO: { gateway: 'a', system: 'b', volumeName: 'c', secretRef: { name: 's' } } },
    { 'scaleIO.storageMode': 'ThinProvisioned', 'scaleIO.fsType': 'xfs' },
  ),
  inVolume(
    {
      ephemeral: {
        volumeClaimTemplate: {
          spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
        },
      },
    },
    { 'ephemeral.volumeClaimTemplate.spec.volumeMode': 'Filesystem' },
  ),
  inContainer(
    { env: [{ name: 'A', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } }] },
    { 'env[0].valueFrom.fieldRef.apiVersion': 'v1' },
  ),
  inContainer({ image: 'web' }, { imagePullPolicy: 'Always' }),
  inContainer({ image: 'web:latest' }, { imagePullPolicy: 'Always' }),
  inContainer(
    { image: 'web:1', ports: [{ containerPort: 80 }] },
    {
      imagePullPolicy: 'IfNotPresent',
      terminationMessagePath: '/dev/termination-log',
      terminationMessagePolicy: 'File',
      'ports[0].protocol': 'TCP',
    },
  ),
  inContainer({ image: `web@sha256:${'a'.repeat(64)}` }, { imagePullPolicy: 'IfNotPresent' }),
  inContainer(
    { livenessProbe: { httpGet: { port: 80 } } },
    {
      'livenessProbe.timeoutSeconds': 1,
      'livenessProbe.periodSeconds': 10,
      'livenessProbe.successThreshold': 1,
      'livenessProbe.failureThreshold': 3,
      'livenessProbe.httpGet.path': '/',
      'livenessProbe.httpGet.scheme': 'HTTP',
    },
  ),
  inContainer({ livenessProbe: { grpc: { port: 80 } } }, { 'livenessProbe.grpc.service': '' }),
  inContainer(
    { lifecycle: { preStop: { httpGet: { port: 80 } } } },
    { 'lifecycle.preStop.httpGet.path': '/', 'lifecycle.preStop.httpGet.scheme': 'HTTP' },
  ),
]
