import type { Random } from '../support/random.js'
import type { Adjustment, FieldValues } from './random-fields.js'
import * as text from './random-text.js'

/** Valid objects of the simple core kinds, and leases. */

type Maker = (random: Random) => unknown

const oneOf =
  (...choices: unknown[]): Maker =>
  (random) =>
    random.pick(choices)

const SCOPES = { matchExpressions: [{ scopeName: 'PriorityClass', operator: 'In', values: ['high'] }] }

export const CORE_MAKERS: Readonly<Record<string, Maker>> = {
  'ConfigMap.data': oneOf({}, { 'a.b': '', _c: 'two\nlines' }),
  'ConfigMap.binaryData': oneOf({}, { d: 'AAE=' }),
  'EndpointAddress.ip': oneOf('10.1.2.3', 'fd00::1'),
  'EndpointAddress.hostname': text.dnsLabel,
  'EndpointAddress.nodeName': text.subdomain,
  'EndpointPort.port': (random) => 1 + random.below(65535),
  'EndpointPort.appProtocol': text.qualifiedName,
  'LimitRangeSpec.limits': oneOf(
    [],
    [
      { type: 'Container', max: { cpu: '2' }, min: { cpu: '100m', memory: '1Gi' } },
      { type: 'example.com/x' },
    ],
    [
      { type: 'Pod', max: { cpu: '2' }, min: { cpu: '1' }, maxLimitRequestRatio: { cpu: '1500m' } },
      { type: 'PersistentVolumeClaim', max: { storage: '1Ti' } },
    ],
  ),
  'NodeSpec.podCIDR': oneOf('10.0.0.0/24', ''),
  'NodeSpec.podCIDRs': oneOf(['10.0.0.0/24', 'fd00::/64'], []),
  'NodeSpec.taints': oneOf(
    [],
    [
      { key: 'a', value: 'x', effect: 'NoExecute' },
      { key: 'a', effect: 'NoSchedule' },
    ],
  ),
  'NodeStatus.capacity': oneOf({}, { cpu: '1500m', pods: '110' }),
  'NodeStatus.allocatable': oneOf({}, { cpu: '1.5', 'example.com/gpu': '2' }),
  'ResourceQuotaSpec.hard': oneOf({}, { pods: '10', 'count/deployments.apps': '0.002k' }),
  'ResourceQuotaSpec.scopes': oneOf([], ['NotBestEffort', 'Terminating']),
  'ResourceQuotaSpec.scopeSelector': oneOf(undefined, {}, SCOPES),
  'LeaseSpec.leaseDurationSeconds': (random) => 1 + random.below(100),
  'LeaseSpec.strategy': oneOf('OldestEmulationVersion', 'example.com/newest'),
}

const SOURCES = [
  { hostPath: { path: '/data' } },
  { nfs: { server: 'a', path: '/b', readOnly: true } },
  { azureFile: { secretName: 'a', shareName: 'b' } },
  {
    csi: {
      driver: 'disks.example.com',
      volumeHandle: '1',
      nodeStageSecretRef: { name: 'a', namespace: 'b' },
    },
  },
]
const SETTINGS = [
  'capacity',
  'accessModes',
  'claimRef',
  'persistentVolumeReclaimPolicy',
  'mountOptions',
  'volumeMode',
]

/** A volume has one source. Other sources are removed. */
const completeVolume: Adjustment = (spec, random) => {
  for (const name of Object.keys(spec)) if (!SETTINGS.includes(name)) delete spec[name]
  const accessModes = ['ReadWriteOnce', 'ReadOnlyMany']
  Object.assign(spec, random.pick(SOURCES), {
    capacity: { storage: '1Gi' },
    accessModes,
    storageClassName: 'a',
  })
}

const SNAPSHOT = { apiGroup: 'snapshot.storage.k8s.io', kind: 'VolumeSnapshot', name: 'a' }
const CLAIM = { kind: 'PersistentVolumeClaim', name: 'a' }

const completeClaim: Adjustment = (spec, random) => {
  Object.assign(spec, {
    accessModes: [random.pick(['ReadWriteOnce', 'ReadWriteOncePod'])],
    resources: { requests: { storage: '0.5Gi' } },
    storageClassName: random.pick(['', 'manual', undefined]),
    dataSource: random.pick([undefined, CLAIM]),
    dataSourceRef: undefined,
    volumeAttributesClassName: random.pick([undefined, 'gold']),
  })
  if (spec.dataSource === undefined) spec.dataSourceRef = random.pick([undefined, SNAPSHOT])
}

const nameByPosition: Adjustment = (subset) => {
  const ports = (subset.ports ?? []) as FieldValues[]
  for (const [index, port] of ports.entries()) port.name = `port-${index}`
  const { addresses, notReadyAddresses } = subset as Record<string, unknown[] | undefined>
  if (!addresses?.length && !notReadyAddresses?.length) subset.addresses = [{ ip: '10.1.2.3' }]
}

/** Valid for both event kinds. */
const completeEvent =
  (about: string, controller: string, words: string): Adjustment =>
  (event) => {
    Object.assign(event, {
      [about]: { ...(event[about] as FieldValues | null | undefined), namespace: 'test' },
      [controller]: 'example.com/runner',
      reportingInstance: 'runner-1',
      action: 'Starting',
      reason: 'Started',
      [words]: 'two\nlines',
    })
  }

/** Kinds with a required spec. */
function withSpec(complete: Adjustment): Adjustment {
  return (object, random) => {
    const spec = { ...(object.spec as FieldValues | null | undefined) }
    complete(spec, random)
    object.spec = spec
  }
}

export const CORE_ADJUSTMENTS: Readonly<Record<string, Adjustment>> = {
  PersistentVolume: withSpec(completeVolume),
  PersistentVolumeClaim: withSpec(completeClaim),
  PersistentVolumeClaimTemplate: withSpec(completeClaim),
  EndpointSubset: nameByPosition,
  LeaseSpec: (spec) => {
    if (!spec.strategy) delete spec.preferredHolder
  },
  'io.k8s.api.core.v1.Event': completeEvent('involvedObject', 'reportingComponent', 'message'),
  'io.k8s.api.events.v1.Event': completeEvent('regarding', 'reportingController', 'note'),
}
