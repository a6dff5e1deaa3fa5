import { rulesOfObject } from '#kinds/example-objects.fixture.js'
import { withoutStepsBack } from '#kinds/shared/formats.js'
import { rfc1123Label, rfc1123Subdomain } from '#meta/formats.js'
import {
  type Body,
  between,
  follows,
  forbidden,
  given,
  invalid,
  oneOf,
  required,
  tooLarge,
} from '#meta/rule-examples.fixture.js'
import { persistentVolume } from './index.js'

const from = (name: string, base: Body) => (part: Body) => ({ [name]: { ...base, ...part } })
const hostPath = from('hostPath', { path: '/a' })
const gce = from('gcePersistentDisk', { pdName: 'a' })
const aws = from('awsElasticBlockStore', { volumeID: 'a' })
const glusterfs = from('glusterfs', { endpoints: 'a', path: 'b' })
const nfs = from('nfs', { server: 'a', path: '/b' })
const rbd = from('rbd', { monitors: ['a'], image: 'b' })
const quobyte = from('quobyte', { registry: 'a:1', volume: 'b' })
const IQN = 'iqn.2024-01.com.example:disk'
const iscsi = from('iscsi', { targetPortal: 'a', iqn: IQN, lun: 1 })
const cinder = from('cinder', { volumeID: 'a' })
const fc = from('fc', { targetWWNs: ['a'], lun: 1 })
const flex = from('flexVolume', { driver: 'a/b' })
const azureFile = from('azureFile', { secretName: 'a', shareName: 'b' })
const azureDisk = from('azureDisk', { diskName: 'a', diskURI: 'https://a' })
const managed = from('azureDisk', { diskName: 'a', diskURI: '/subscriptions/a', kind: 'Managed' })
const scaleIO = from('scaleIO', { gateway: 'a', system: 'b', volumeName: 'c', secretRef: { name: 's' } })
const local = from('local', { path: '/a' })
const storageos = from('storageos', { volumeName: 'a' })
const csi = from('csi', { driver: 'disks.example.com', volumeHandle: '1' })
const REGISTRY = 'must be a host:port pair or multiple pairs separated by commas'
const flocker = (part: Body) => ({ flocker: part })

const givenIn = (source: (part: Body) => Body, name: string, field: string) =>
  given(`${name}.${field}`, source({ [field]: '' }), source({}))

const secretOf = (name: string, source: (part: Body) => Body) => [
  given(
    `${name}.secretRef.name`,
    source({ secretRef: { namespace: 'b' } }),
    source({ secretRef: { name: 'a', namespace: 'b' } }),
  ),
  given(
    `${name}.secretRef.namespace`,
    source({ secretRef: { name: 'a' } }),
    source({ secretRef: { name: 'a', namespace: 'b' } }),
  ),
]

const csiSecret = (field: string) => {
  const secret = (part: Body) => csi({ [field]: { name: 'a', namespace: 'b', ...part } })
  return [
    given(`csi.${field}.name`, secret({ name: '' }), secret({})),
    follows(`csi.${field}.name`, rfc1123Subdomain, secret({ name: 'A' }), secret({})),
    given(`csi.${field}.namespace`, secret({ namespace: '' }), secret({})),
    follows(`csi.${field}.namespace`, rfc1123Label, secret({ namespace: 'A' }), secret({})),
  ]
}

/** The volume has a node affinity, which local ones need. */
export const volumeSourceRules = rulesOfObject({
  type: 'PersistentVolume',
  version: persistentVolume.storageVersion,
  at: 'spec',
  object: (source) => ({
    spec: {
      capacity: { storage: '1Gi' },
      accessModes: ['ReadWriteOnce'],
      nodeAffinity: {
        required: { nodeSelectorTerms: [{ matchExpressions: [{ key: 'a', operator: 'Exists' }] }] },
      },
      ...source,
    },
  }),
  examples: [
    givenIn(hostPath, 'hostPath', 'path'),
    follows('hostPath.path', withoutStepsBack, hostPath({ path: '/../a' }), hostPath({ path: '/..a' })),
    oneOf(
      'hostPath.type',
      ['', 'BlockDevice', 'CharDevice', 'Directory', 'DirectoryOrCreate', 'File', 'FileOrCreate', 'Socket'],
      hostPath({ type: 'Tape' }),
      hostPath({ type: 'File' }),
    ),
    givenIn(gce, 'gcePersistentDisk', 'pdName'),
    between(1, 255, 'gcePersistentDisk.partition', gce({ partition: 256 }), gce({ partition: 255 })),
    givenIn(aws, 'awsElasticBlockStore', 'volumeID'),
    between(1, 255, 'awsElasticBlockStore.partition', aws({ partition: 256 }), aws({ partition: 255 })),
    givenIn(glusterfs, 'glusterfs', 'endpoints'),
    givenIn(glusterfs, 'glusterfs', 'path'),
    invalid(
      'glusterfs.endpointsNamespace',
      'must not be empty',
      'if the endpointnamespace is set, it must be a valid namespace name',
      glusterfs({ endpointsNamespace: '' }),
      glusterfs({ endpointsNamespace: 'a' }),
      ['glusterfs.endpointsNamespace'],
    ),
    follows(
      'glusterfs.endpointsNamespace',
      rfc1123Label,
      glusterfs({ endpointsNamespace: 'A' }),
      glusterfs({ endpointsNamespace: 'a' }),
    ),
    required(
      'flocker',
      'must name a data set',
      'one of datasetName and datasetUUID is required',
      flocker({}),
      flocker({ datasetUUID: 'a' }),
    ),
    invalid(
      'flocker',
      'must name one data set',
      'datasetName and datasetUUID can not be specified simultaneously',
      flocker({ datasetName: 'a', datasetUUID: 'b' }),
      flocker({ datasetName: 'a' }),
    ),
    invalid(
      'flocker.datasetName',
      'must not contain a slash',
      "must not contain '/'",
      flocker({ datasetName: 'a/b' }),
      flocker({ datasetName: 'a' }),
    ),
    givenIn(nfs, 'nfs', 'server'),
    given('nfs.path', nfs({ path: '' }), nfs({}), ['nfs.path']),
    invalid('nfs.path', 'must be absolute', 'must be an absolute path', nfs({ path: 'a' }), nfs({})),
    given('rbd.monitors', rbd({ monitors: [] }), rbd({})),
    givenIn(rbd, 'rbd', 'image'),
    required('quobyte.registry', 'is required', REGISTRY, quobyte({ registry: '' }), quobyte({})),
    invalid(
      'quobyte.registry',
      'must list hosts with ports',
      REGISTRY,
      quobyte({ registry: 'a:1,b' }),
      quobyte({ registry: 'a:1,b:2' }),
    ),
    required(
      'quobyte.tenant',
      'must have at most 64 bytes',
      'must be a UUID and may not exceed a length of 64 characters',
      quobyte({ tenant: 'a'.repeat(65) }),
      quobyte({ tenant: 'a'.repeat(64) }),
    ),
    givenIn(quobyte, 'quobyte', 'volume'),
    given('cephfs.monitors', { cephfs: { monitors: [] } }, { cephfs: { monitors: ['a'] } }),
    givenIn(iscsi, 'iscsi', 'targetPortal'),
    givenIn(iscsi, 'iscsi', 'iqn'),
    invalid(
      'iscsi.iqn',
      'must be an iSCSI name',
      'must be valid format',
      iscsi({ iqn: 'iqn.x' }),
      iscsi({ iqn: IQN }),
    ),
    between(0, 255, 'iscsi.lun', iscsi({ lun: 256 }), iscsi({ lun: 255 })),
    given('iscsi.secretRef', iscsi({ chapAuthSession: true }), iscsi({})),
    given('iscsi.secretRef.name', iscsi({ secretRef: {} }), iscsi({ secretRef: { name: 'a' } })),
    invalid(
      'iscsi.initiatorName',
      'must be an iSCSI name',
      'must be valid format',
      iscsi({ initiatorName: 'iqn.x' }),
      iscsi({ initiatorName: IQN }),
    ),
    invalid(
      'iscsi.targetPortal',
      'must be short beside an initiator name: 64 characters with the name of the volume',
      'Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if iscsi.initiatorName is specified.',
      iscsi({ initiatorName: IQN, targetPortal: 'a'.repeat(64) }),
      iscsi({ initiatorName: IQN, targetPortal: 'a'.repeat(50) }),
    ),
    givenIn(cinder, 'cinder', 'volumeID'),
    ...secretOf('cinder', cinder),
    required(
      'fc.targetWWNs',
      'or wwids must be given',
      'must specify either targetWWNs or wwids, but not both',
      fc({ targetWWNs: [] }),
      fc({}),
    ),
    invalid(
      'fc.targetWWNs',
      'must not be given beside wwids',
      'targetWWNs and wwids can not be specified simultaneously',
      fc({ wwids: ['a'] }),
      fc({}),
    ),
    required(
      'fc.lun',
      'is required with targetWWNs',
      'lun is required if targetWWNs is specified',
      fc({ lun: null }),
      fc({}),
    ),
    between(0, 255, 'fc.lun', fc({ lun: 256 }), fc({ lun: 255 })),
    givenIn(flex, 'flexVolume', 'driver'),
    invalid(
      'flexVolume.options[k8s.io/a]',
      'must not be of Kubernetes',
      'kubernetes.io and k8s.io namespaces are reserved',
      flex({ options: { 'k8s.io/a': '' } }),
      flex({ options: { 'example.com/a': '' } }),
    ),
    givenIn(azureFile, 'azureFile', 'secretName'),
    givenIn(azureFile, 'azureFile', 'shareName'),
    givenIn(azureFile, 'azureFile', 'secretNamespace'),
    given('vsphereVolume.volumePath', { vsphereVolume: {} }, { vsphereVolume: { volumePath: 'a' } }),
    given('photonPersistentDisk.pdID', { photonPersistentDisk: {} }, { photonPersistentDisk: { pdID: 'a' } }),
    given('portworxVolume.volumeID', { portworxVolume: {} }, { portworxVolume: { volumeID: 'a' } }),
    givenIn(azureDisk, 'azureDisk', 'diskName'),
    given('azureDisk.diskURI', azureDisk({ diskURI: '' }), azureDisk({}), ['azureDisk.diskURI']),
    oneOf(
      'azureDisk.cachingMode',
      ['None', 'ReadOnly', 'ReadWrite'],
      azureDisk({ cachingMode: 'Some' }),
      azureDisk({ cachingMode: 'None' }),
    ),
    oneOf(
      'azureDisk.kind',
      ['Dedicated', 'Managed', 'Shared'],
      azureDisk({ kind: 'Own' }),
      azureDisk({ kind: 'Shared' }),
    ),
    oneOf(
      'azureDisk.diskURI',
      ['/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}'],
      managed({ diskURI: 'https://a' }),
      managed({}),
    ),
    oneOf(
      'azureDisk.diskURI',
      ['https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd'],
      azureDisk({ diskURI: '/subscriptions/a' }),
      azureDisk({}),
    ),
    givenIn(scaleIO, 'scaleIO', 'gateway'),
    givenIn(scaleIO, 'scaleIO', 'system'),
    givenIn(scaleIO, 'scaleIO', 'volumeName'),
    givenIn(local, 'local', 'path'),
    follows('local.path', withoutStepsBack, local({ path: '/../a' }), local({ path: '/..a' })),
    givenIn(storageos, 'storageos', 'volumeName'),
    follows('storageos.volumeName', rfc1123Label, storageos({ volumeName: 'A' }), storageos({})),
    follows(
      'storageos.volumeNamespace',
      rfc1123Label,
      storageos({ volumeNamespace: 'A' }),
      storageos({ volumeNamespace: 'a' }),
    ),
    ...secretOf('storageos', storageos),
    given('csi.driver', csi({ driver: '' }), csi({}), ['csi.driver']),
    tooLarge('csi.driver', 63, csi({ driver: 'a'.repeat(64) }), csi({ driver: 'A.B' })),
    follows('csi.driver', rfc1123Subdomain, csi({ driver: 'a b' }), csi({ driver: 'A.B' })),
    givenIn(csi, 'csi', 'volumeHandle'),
    ...csiSecret('controllerPublishSecretRef'),
    ...csiSecret('nodeExpandSecretRef'),
    forbidden(
      'nfs',
      'must be the only source; only a FlexVolume is accepted beside another',
      'may not specify more than 1 volume type',
      { ...hostPath({}), ...nfs({}) },
      { ...hostPath({}), ...flex({}) },
    ),
  ],
})
