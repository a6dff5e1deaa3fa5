import { alternatives } from '#kinds/shared/alternatives.js'
import { withoutStepsBack } from '#kinds/shared/formats.js'
import * as cloud from '#kinds/shared/pod/volumes/cloud-rules.js'
import { validateIscsi } from '#kinds/shared/pod/volumes/iscsi-rules.js'
import { validateHostPath } from '#kinds/shared/pod/volumes/local-rules.js'
import * as network from '#kinds/shared/pod/volumes/network-rules.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { mustBeGiven } from '#meta/field-rules.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import type { CSIPersistentVolumeSource, LocalVolumeSource, PersistentVolumeSource } from './sources.js'

function validateLocal({ path }: LocalVolumeSource, errors: FieldErrors): void {
  if (mustBeGiven('path', path, errors)) errors.format('path', path, withoutStepsBack)
}

const MAX_DRIVER_NAME_LENGTH = 63

const CSI_SECRETS = [
  'controllerPublishSecretRef',
  'nodeStageSecretRef',
  'nodePublishSecretRef',
  'controllerExpandSecretRef',
  'nodeExpandSecretRef',
] as const

function validateCsi(source: CSIPersistentVolumeSource, errors: FieldErrors): void {
  const { driver, volumeHandle } = source
  if (mustBeGiven('driver', driver, errors)) {
    if (driver.length > MAX_DRIVER_NAME_LENGTH) errors.tooLarge('driver', MAX_DRIVER_NAME_LENGTH)
    // Case does not matter: drivers are named like Java packages.
    errors.format('driver', driver.toLowerCase(), rfc1123Subdomain)
  }
  mustBeGiven('volumeHandle', volumeHandle, errors)
  for (const field of CSI_SECRETS) {
    const secret = source[field]
    if (secret === undefined) continue
    mustBeGiven(`${field}.name`, secret.name, errors)
    mustBeGiven(`${field}.namespace`, secret.namespace, errors)
  }
}

/** In the order in which the sources are checked. */
export const SOURCES = alternatives<PersistentVolumeSource>({
  hostPath: validateHostPath,
  gcePersistentDisk: cloud.validateGcePersistentDisk,
  awsElasticBlockStore: cloud.validateAwsElasticBlockStore,
  glusterfs: network.validateGlusterfs,
  flocker: network.validateFlocker,
  nfs: network.validateNfs,
  rbd: network.validateRbd,
  quobyte: network.validateQuobyte,
  cephfs: network.validateCephfs,
  iscsi: validateIscsi,
  cinder: cloud.validateCinder,
  fc: network.validateFc,
  flexVolume: network.validateFlexVolume,
  azureFile: cloud.validateAzureFile,
  vsphereVolume: cloud.validateVsphereVolume,
  photonPersistentDisk: cloud.validatePhotonPersistentDisk,
  portworxVolume: network.validatePortworxVolume,
  azureDisk: cloud.validateAzureDisk,
  scaleIO: network.validateScaleIO,
  local: validateLocal,
  storageos: network.validateStorageos,
  csi: validateCsi,
})
