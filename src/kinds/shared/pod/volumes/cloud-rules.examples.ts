import { type Body, given, invalid, oneOf } from '#meta/rule-examples.fixture.js'
import { sourceTable } from './volume-rules.examples.js'

const partition = (base: Body) =>
  invalid(
    'partition',
    'must be between 1 and 255, or be 0 for the whole disk',
    'must be between 1 and 255, inclusive',
    { ...base, partition: 256 },
    { ...base, partition: 0 },
  )

export const gcePersistentDiskRules = sourceTable('GCEPersistentDiskVolumeSource', 'gcePersistentDisk', [
  given('pdName', {}, { pdName: 'd' }),
  partition({ pdName: 'd' }),
])

export const awsElasticBlockStoreRules = sourceTable(
  'AWSElasticBlockStoreVolumeSource',
  'awsElasticBlockStore',
  [given('volumeID', {}, { volumeID: 'v' }), partition({ volumeID: 'v' })],
)

export const azureFileRules = sourceTable('AzureFileVolumeSource', 'azureFile', [
  given('secretName', { shareName: 'a' }, { secretName: 's', shareName: 'a' }),
  given('shareName', { secretName: 's' }, { secretName: 's', shareName: 'a' }),
])

const BLOB = { diskName: 'd', diskURI: 'https://a/b' }
const MANAGED = { diskName: 'd', diskURI: '/subscriptions/a', kind: 'Managed' }

export const azureDiskRules = sourceTable('AzureDiskVolumeSource', 'azureDisk', [
  given('diskName', { ...BLOB, diskName: '' }, BLOB),
  given('diskURI', { ...BLOB, diskURI: '' }, BLOB, ['diskURI']),
  oneOf(
    'cachingMode',
    ['None', 'ReadOnly', 'ReadWrite'],
    { ...BLOB, cachingMode: 'Write' },
    { ...BLOB, cachingMode: 'None' },
  ),
  oneOf('kind', ['Dedicated', 'Managed', 'Shared'], { ...BLOB, kind: 'Own' }, { ...BLOB, kind: 'Dedicated' }),
  oneOf(
    'diskURI',
    ['/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}'],
    { ...BLOB, kind: 'Managed' },
    MANAGED,
  ),
  oneOf(
    'diskURI',
    ['https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd'],
    { ...MANAGED, kind: 'Shared' },
    BLOB,
  ),
])

export const cinderRules = sourceTable('CinderVolumeSource', 'cinder', [
  given('volumeID', {}, { volumeID: 'v' }),
  given('secretRef.name', { volumeID: 'v', secretRef: {} }, { volumeID: 'v', secretRef: { name: 's' } }),
])
export const vsphereRules = sourceTable('VsphereVirtualDiskVolumeSource', 'vsphereVolume', [
  given('volumePath', {}, { volumePath: 'p' }),
])
export const photonRules = sourceTable('PhotonPersistentDiskVolumeSource', 'photonPersistentDisk', [
  given('pdID', {}, { pdID: 'p' }),
])
export const claimRules = sourceTable('PersistentVolumeClaimVolumeSource', 'persistentVolumeClaim', [
  given('claimName', {}, { claimName: 'c' }),
])
