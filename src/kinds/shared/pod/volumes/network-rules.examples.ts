import { rfc1123Subdomain } from '#meta/formats.js'
import { between, follows, given, invalid, required, tooLarge } from '#meta/rule-examples.fixture.js'
import { sourceTable } from './volume-rules.examples.js'

const NFS = { server: 's', path: '/p' }

export const nfsRules = sourceTable('NFSVolumeSource', 'nfs', [
  given('server', { ...NFS, server: '' }, NFS),
  given('path', { ...NFS, path: '' }, NFS, ['path']),
  invalid('path', 'must begin with a slash', 'must be an absolute path', { ...NFS, path: 'p' }, NFS),
])

const IQN = 'iqn.2001-04.com.example:storage.disk1'
const ISCSI = { targetPortal: '10.0.0.1:3260', iqn: IQN, lun: 0 }
const BEGINNING = 'must be valid format starting with iqn, eui, or naa'

export const iscsiRules = sourceTable('ISCSIVolumeSource', 'iscsi', [
  given('targetPortal', { ...ISCSI, targetPortal: '' }, ISCSI),
  given('iqn', { ...ISCSI, iqn: '' }, ISCSI),
  invalid('iqn', 'must begin with iqn, eui or naa', BEGINNING, { ...ISCSI, iqn: `x${IQN}` }, ISCSI),
  invalid(
    'iqn',
    'must go on as names of its kind do',
    'must be valid format',
    { ...ISCSI, iqn: 'iqn.2001-04.com.example' },
    { ...ISCSI, iqn: `naa.${'1'.repeat(32)}` },
  ),
  between(0, 255, 'lun', { ...ISCSI, lun: 256 }, { ...ISCSI, lun: 255 }),
  given(
    'secretRef',
    { ...ISCSI, chapAuthSession: true },
    { ...ISCSI, chapAuthDiscovery: true, secretRef: { name: 's' } },
  ),
  invalid(
    'initiatorName',
    'must begin with iqn, eui or naa',
    BEGINNING,
    { ...ISCSI, initiatorName: 'me' },
    { ...ISCSI, initiatorName: IQN },
  ),
  invalid(
    'initiatorName',
    'must go on as names of its kind do',
    'must be valid format',
    { ...ISCSI, initiatorName: 'eui.1' },
    { ...ISCSI, initiatorName: 'eui.0123456789abcdef' },
  ),
])

const GLUSTER = { endpoints: 'e', path: 'p' }

export const glusterfsRules = sourceTable('GlusterfsVolumeSource', 'glusterfs', [
  given('endpoints', { ...GLUSTER, endpoints: '' }, GLUSTER),
  given('path', { ...GLUSTER, path: '' }, GLUSTER),
])

const RBD = { monitors: ['m'], image: 'i' }

export const rbdRules = sourceTable('RBDVolumeSource', 'rbd', [
  given('monitors', { ...RBD, monitors: [] }, RBD),
  given('image', { ...RBD, image: '' }, RBD),
])

export const cephfsRules = sourceTable('CephFSVolumeSource', 'cephfs', [
  given('monitors', { monitors: [] }, { monitors: ['m'] }),
])

const FC = { targetWWNs: ['w'], lun: 0 }

export const fcRules = sourceTable('FCVolumeSource', 'fc', [
  required(
    'targetWWNs',
    'is required, or wwids',
    'must specify either targetWWNs or wwids, but not both',
    {},
    { wwids: ['w'] },
  ),
  invalid(
    'targetWWNs',
    'must not be set together with wwids',
    'targetWWNs and wwids can not be specified simultaneously',
    { ...FC, wwids: ['w'] },
    FC,
  ),
  required(
    'lun',
    'is required with targetWWNs',
    'lun is required if targetWWNs is specified',
    { targetWWNs: ['w'] },
    FC,
  ),
  between(0, 255, 'lun', { ...FC, lun: -1 }, { ...FC, lun: 255 }),
])

export const flockerRules = sourceTable('FlockerVolumeSource', 'flocker', [
  required(
    '',
    'must name a dataset',
    'one of datasetName and datasetUUID is required',
    {},
    { datasetUUID: 'u' },
  ),
  invalid(
    '',
    'must name the dataset in one way only',
    'datasetName and datasetUUID can not be specified simultaneously',
    { datasetName: 'd', datasetUUID: 'u' },
    { datasetName: 'd' },
  ),
  invalid(
    'datasetName',
    'must contain no slash',
    "must not contain '/'",
    { datasetName: 'a/b' },
    { datasetName: 'a.b' },
  ),
])

const REGISTRY = 'must be a host:port pair or multiple pairs separated by commas'
const QUOBYTE = { registry: 'r:1,[::1]:2', volume: 'v' }

export const quobyteRules = sourceTable('QuobyteVolumeSource', 'quobyte', [
  required('registry', 'is required', REGISTRY, { ...QUOBYTE, registry: '' }, QUOBYTE),
  invalid('registry', 'must be hosts with ports', REGISTRY, { ...QUOBYTE, registry: 'r:1,s' }, QUOBYTE),
  required(
    'tenant',
    'must have at most 64 bytes',
    'must be a UUID and may not exceed a length of 64 characters',
    { ...QUOBYTE, registry: 'r', tenant: 'a'.repeat(65) },
    { ...QUOBYTE, tenant: 'a'.repeat(64) },
  ),
  given('volume', { ...QUOBYTE, volume: '' }, QUOBYTE),
])

export const portworxRules = sourceTable('PortworxVolumeSource', 'portworxVolume', [
  given('volumeID', {}, { volumeID: 'v' }),
])

const SCALE_IO = { gateway: 'g', system: 's', volumeName: 'v' }

export const scaleIoRules = sourceTable('ScaleIOVolumeSource', 'scaleIO', [
  given('gateway', { ...SCALE_IO, gateway: '' }, SCALE_IO),
  given('system', { ...SCALE_IO, system: '' }, SCALE_IO),
  given('volumeName', { ...SCALE_IO, volumeName: '' }, SCALE_IO),
])

export const flexVolumeRules = sourceTable('FlexVolumeSource', 'flexVolume', [
  given('driver', {}, { driver: 'd' }),
  invalid(
    'options[A.K8S.io/x]',
    'must not lie in or below the domains kubernetes.io and k8s.io',
    'kubernetes.io and k8s.io namespaces are reserved',
    { driver: 'd', options: { 'A.K8S.io/x': '' } },
    { driver: 'd', options: { 'ak8s.io/x': '', 'x/k8s.io': '' } },
  ),
])

const STORAGE_OS = { volumeName: 'v' }

export const storageosRules = sourceTable('StorageOSVolumeSource', 'storageos', ({ label }) => [
  given('volumeName', {}, STORAGE_OS),
  follows('volumeName', label, { volumeName: 'a.b' }, { volumeName: 'a-b' }),
  follows(
    'volumeNamespace',
    label,
    { ...STORAGE_OS, volumeNamespace: 'a.b' },
    { ...STORAGE_OS, volumeNamespace: 'a-b' },
  ),
  given('secretRef.name', { ...STORAGE_OS, secretRef: {} }, { ...STORAGE_OS, secretRef: { name: 's' } }),
])

const CSI = { driver: 'd' }
const LONG = `a.${'b'.repeat(61)}`

export const csiRules = sourceTable('CSIVolumeSource', 'csi', [], {
  today: [
    given('driver', { driver: '' }, CSI, ['driver']),
    tooLarge('driver', 63, { driver: `${LONG}c` }, { driver: LONG }),
    follows('driver', rfc1123Subdomain, { driver: 'A_b' }, { driver: 'A.b' }),
    given(
      'nodePublishSecretRef.name',
      { ...CSI, nodePublishSecretRef: {} },
      { ...CSI, nodePublishSecretRef: { name: 's' } },
    ),
    follows(
      'nodePublishSecretRef.name',
      rfc1123Subdomain,
      { ...CSI, nodePublishSecretRef: { name: 'S' } },
      { ...CSI, nodePublishSecretRef: { name: 's.t' } },
    ),
  ],
})
