import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { podTemplate } from '#kinds/core/podtemplate/index.js'
import type { Body } from '#meta/rule-examples.fixture.js'
import { pod } from './index.js'

const MAIN = { name: 'main', image: 'web:1' }
const container = (part: Body) => ({ containers: [{ ...MAIN, ...part }] })
const init = (part: Body) => ({ initContainers: [{ ...MAIN, ...part }] })
const volume = (source: Body) => ({ volumes: [{ name: 'v', ...source }] })
const hostPorts = { hostNetwork: true, ports: [{ containerPort: 80 }] }

interface Default {
  readonly spec: Body
  /** Below the spec. */
  readonly field: string
  readonly value: unknown
  /** What templates have instead. */
  readonly template?: { readonly value: unknown }
}

const NOT_IN_TEMPLATES = { template: { value: undefined } }

const defaults: readonly Default[] = [
  {
    spec: container({ resources: { limits: { cpu: '1', memory: '1Gi' }, requests: { cpu: '500m' } } }),
    field: 'containers.0.resources.requests',
    value: { cpu: '500m', memory: '1Gi' },
    template: { value: { cpu: '500m' } },
  },
  {
    spec: init({ resources: { limits: { cpu: '0.0001' } } }),
    field: 'initContainers.0.resources.requests',
    value: { cpu: '1m' },
    ...NOT_IN_TEMPLATES,
  },
  { spec: {}, field: 'enableServiceLinks', value: true, ...NOT_IN_TEMPLATES },
  {
    spec: { hostNetwork: true, ...container(hostPorts) },
    field: 'containers.0.ports.0.hostPort',
    value: 80,
    ...NOT_IN_TEMPLATES,
  },
  {
    spec: { hostNetwork: true, ...init({ ports: [{ containerPort: 80, hostPort: 0 }] }) },
    field: 'initContainers.0.ports.0.hostPort',
    value: 80,
    ...NOT_IN_TEMPLATES,
  },
  {
    spec: { terminationGracePeriodSeconds: -5 },
    field: 'terminationGracePeriodSeconds',
    value: 1,
    template: { value: -5 },
  },
  { spec: { dnsPolicy: '' }, field: 'dnsPolicy', value: 'ClusterFirst' },
  { spec: {}, field: 'restartPolicy', value: 'Always' },
  { spec: { restartPolicy: '' }, field: 'restartPolicy', value: 'Always' },
  { spec: {}, field: 'securityContext', value: {} },
  { spec: {}, field: 'terminationGracePeriodSeconds', value: 30 },
  { spec: {}, field: 'schedulerName', value: 'default-scheduler' },
  { spec: { serviceAccount: 'a' }, field: 'serviceAccountName', value: 'a' },
  { spec: { serviceAccount: 'a', serviceAccountName: 'b' }, field: 'serviceAccount', value: 'b' },
  { spec: { overhead: { cpu: '1.0001' } }, field: 'overhead.cpu', value: '1001m' },
  { spec: volume({ unknown: {} }), field: 'volumes.0.emptyDir', value: {} },
  { spec: volume({ hostPath: { path: '/' } }), field: 'volumes.0.hostPath.type', value: '' },
  { spec: volume({ secret: { secretName: 's' } }), field: 'volumes.0.secret.defaultMode', value: 420 },
  { spec: volume({ configMap: { name: 'c' } }), field: 'volumes.0.configMap.defaultMode', value: 420 },
  { spec: volume({ downwardAPI: {} }), field: 'volumes.0.downwardAPI.defaultMode', value: 420 },
  { spec: volume({ projected: {} }), field: 'volumes.0.projected.defaultMode', value: 420 },
  {
    spec: volume({ projected: { sources: [{ serviceAccountToken: { path: 't' } }] } }),
    field: 'volumes.0.projected.sources.0.serviceAccountToken.expirationSeconds',
    value: 3600,
  },
  {
    spec: volume({ iscsi: { iscsiInterface: '' } }),
    field: 'volumes.0.iscsi.iscsiInterface',
    value: 'default',
  },
  { spec: volume({ rbd: {} }), field: 'volumes.0.rbd.pool', value: 'rbd' },
  { spec: volume({ rbd: {} }), field: 'volumes.0.rbd.user', value: 'admin' },
  { spec: volume({ rbd: {} }), field: 'volumes.0.rbd.keyring', value: '/etc/ceph/keyring' },
  { spec: volume({ azureDisk: {} }), field: 'volumes.0.azureDisk.cachingMode', value: 'ReadWrite' },
  { spec: volume({ azureDisk: {} }), field: 'volumes.0.azureDisk.fsType', value: 'ext4' },
  { spec: volume({ azureDisk: {} }), field: 'volumes.0.azureDisk.readOnly', value: false },
  { spec: volume({ azureDisk: {} }), field: 'volumes.0.azureDisk.kind', value: 'Shared' },
  { spec: volume({ scaleIO: {} }), field: 'volumes.0.scaleIO.storageMode', value: 'ThinProvisioned' },
  { spec: volume({ scaleIO: {} }), field: 'volumes.0.scaleIO.fsType', value: 'xfs' },
  {
    spec: volume({ ephemeral: { volumeClaimTemplate: { spec: {} } } }),
    field: 'volumes.0.ephemeral.volumeClaimTemplate.spec.volumeMode',
    value: 'Filesystem',
  },
  {
    spec: container({ env: [{ name: 'A', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } }] }),
    field: 'containers.0.env.0.valueFrom.fieldRef.apiVersion',
    value: 'v1',
  },
  ...[
    ['web:1', 'IfNotPresent'],
    ['web', 'Always'],
    ['web:latest', 'Always'],
    ['[::1]:5000/web', 'Always'],
    [`web@sha256:${'0'.repeat(64)}`, 'IfNotPresent'],
    [`web:latest@sha256:${'0'.repeat(64)}`, 'Always'],
    ['Web', 'IfNotPresent'],
    ['', 'IfNotPresent'],
  ].flatMap(([image, value]) => [
    { spec: container({ image }), field: 'containers.0.imagePullPolicy', value },
    { spec: init({ image }), field: 'initContainers.0.imagePullPolicy', value },
    {
      spec: { ephemeralContainers: [{ name: 'e', image }] },
      field: 'ephemeralContainers.0.imagePullPolicy',
      value,
    },
  ]),
  { spec: {}, field: 'containers.0.terminationMessagePath', value: '/dev/termination-log' },
  { spec: {}, field: 'containers.0.terminationMessagePolicy', value: 'File' },
  { spec: container(hostPorts), field: 'containers.0.ports.0.protocol', value: 'TCP' },
  { spec: probe({ tcpSocket: { port: 1 } }), field: 'containers.0.livenessProbe.timeoutSeconds', value: 1 },
  { spec: probe({ periodSeconds: 0 }), field: 'containers.0.livenessProbe.periodSeconds', value: 10 },
  { spec: probe({}), field: 'containers.0.livenessProbe.successThreshold', value: 1 },
  { spec: probe({}), field: 'containers.0.livenessProbe.failureThreshold', value: 3 },
  { spec: probe({ grpc: { port: 1 } }), field: 'containers.0.livenessProbe.grpc.service', value: '' },
  { spec: probe({ httpGet: { port: 1 } }), field: 'containers.0.livenessProbe.httpGet.path', value: '/' },
  {
    spec: container({ lifecycle: { preStop: { httpGet: { port: 1 } } } }),
    field: 'containers.0.lifecycle.preStop.httpGet.scheme',
    value: 'HTTP',
  },
]

function probe(part: Body): Body {
  return container({ livenessProbe: part })
}

function valueAt(value: unknown, field: string): unknown {
  return field.split('.').reduce((holder, name) => (holder as Body | undefined)?.[name], value)
}

/** As JSON, in which absent fields are missing. */
const plain = (value: unknown) => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)))

const specOf = ({ spec }: Default) => ({ containers: [MAIN], ...spec })

describe('defaults', () => {
  for (const example of defaults) {
    const { field, value, template = { value } } = example
    test(`${field} is ${JSON.stringify(value)} in the pod ${JSON.stringify(example.spec)}`, () => {
      const { spec } = pod.storageVersion.decode({ spec: specOf(example) })
      assert.deepEqual(plain(valueAt(spec, field)), value)
    })
    test(`${field} is ${JSON.stringify(template.value)} in the template ${JSON.stringify(example.spec)}`, () => {
      const { spec } = podTemplate.storageVersion.decode({ template: { spec: specOf(example) } }).template
      assert.deepEqual(plain(valueAt(spec, field)), template.value)
    })
  }

  test('ephemeral containers have no requests by default', () => {
    const resources = { limits: { cpu: '1' } }
    const { spec } = pod.storageVersion.decode({
      spec: { containers: [MAIN], ephemeralContainers: [{ ...MAIN, resources }] },
    })
    assert.deepEqual(plain(spec.ephemeralContainers?.[0]?.resources), resources)
  })

  test('the addresses of a pod follow its address', () => {
    const addresses = (status: Body) => {
      const { podIP, podIPs } = pod.storageVersion.decode({ status }).status
      return [podIP, podIPs?.map(({ ip }) => ip)]
    }
    assert.deepEqual(addresses({ podIP: '10.0.0.1' }), ['10.0.0.1', ['10.0.0.1']])
    assert.deepEqual(addresses({ podIPs: [{ ip: '10.0.0.1' }, { ip: '::1' }] }), [
      '10.0.0.1',
      ['10.0.0.1', '::1'],
    ])
    assert.deepEqual(addresses({ podIP: '10.0.0.2', podIPs: [{ ip: '10.0.0.1' }, { ip: '::1' }] }), [
      '10.0.0.2',
      ['10.0.0.2'],
    ])
  })

  test('annotations that repeat init containers are dropped', () => {
    const metadata = {
      annotations: {
        'pod.beta.kubernetes.io/init-containers': '[]',
        'pod.alpha.kubernetes.io/init-containers': '[]',
        'pod.beta.kubernetes.io/init-container-statuses': '[]',
        'pod.alpha.kubernetes.io/init-container-statuses': '[]',
        a: 'b',
      },
    }
    const { template } = podTemplate.storageVersion.decode({ template: { metadata } })
    assert.deepEqual(pod.storageVersion.decode({ metadata }).metadata.annotations, { a: 'b' })
    assert.deepEqual(template.metadata.annotations, { a: 'b' })
  })
})
