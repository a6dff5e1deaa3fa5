import type { FieldErrors } from '#meta/field-errors.js'
import { mustBeGiven, mustBeOneOf } from '#meta/field-rules.js'
import type {
  AWSElasticBlockStoreVolumeSource,
  AzureDiskVolumeSource,
  AzureFileVolumeSource,
  CinderVolumeSource,
  GCEPersistentDiskVolumeSource,
  PersistentVolumeClaimVolumeSource,
  PhotonPersistentDiskVolumeSource,
  VsphereVirtualDiskVolumeSource,
} from './cloud.js'

export function validateGcePersistentDisk(
  { pdName, partition }: GCEPersistentDiskVolumeSource,
  errors: FieldErrors,
): void {
  mustBeGiven('pdName', pdName, errors)
  mustBePartition(partition, errors)
}

export function validateAwsElasticBlockStore(
  { volumeID, partition }: AWSElasticBlockStoreVolumeSource,
  errors: FieldErrors,
): void {
  mustBeGiven('volumeID', volumeID, errors)
  mustBePartition(partition, errors)
}

/** 0 is the whole disk, although the message leaves it out. */
function mustBePartition(partition: number | undefined, errors: FieldErrors): void {
  if (partition !== undefined && (partition < 0 || partition > 255)) {
    errors.invalid('partition', partition, 'must be between 1 and 255, inclusive')
  }
}

export function validateAzureFile(
  { secretName, shareName }: AzureFileVolumeSource,
  errors: FieldErrors,
): void {
  mustBeGiven('secretName', secretName, errors)
  mustBeGiven('shareName', shareName, errors)
}

const CACHING_MODES = ['None', 'ReadOnly', 'ReadWrite']
const DISK_KINDS = ['Dedicated', 'Managed', 'Shared']
const MANAGED_DISK = [
  '/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}',
]
const BLOB_DISK = ['https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd']

export function validateAzureDisk(
  { diskName, diskURI, cachingMode, kind }: AzureDiskVolumeSource,
  errors: FieldErrors,
): void {
  mustBeGiven('diskName', diskName, errors)
  mustBeGiven('diskURI', diskURI, errors)
  mustBeOneOf('cachingMode', cachingMode, CACHING_MODES, errors)
  mustBeOneOf('kind', kind, DISK_KINDS, errors)
  if (kind === 'Managed') {
    if (!diskURI.startsWith('/subscriptions/')) errors.notSupported('diskURI', diskURI, MANAGED_DISK)
  } else if (!diskURI.startsWith('https://')) {
    errors.notSupported('diskURI', diskURI, BLOB_DISK)
  }
}

export function validateCinder({ volumeID, secretRef }: CinderVolumeSource, errors: FieldErrors): void {
  mustBeGiven('volumeID', volumeID, errors)
  if (secretRef) mustBeGiven('secretRef.name', secretRef.name, errors)
}

export function validateVsphereVolume(
  { volumePath }: VsphereVirtualDiskVolumeSource,
  errors: FieldErrors,
): void {
  mustBeGiven('volumePath', volumePath, errors)
}

export function validatePhotonPersistentDisk(
  { pdID }: PhotonPersistentDiskVolumeSource,
  errors: FieldErrors,
): void {
  mustBeGiven('pdID', pdID, errors)
}

export function validateClaim({ claimName }: PersistentVolumeClaimVolumeSource, errors: FieldErrors): void {
  mustBeGiven('claimName', claimName, errors)
}
