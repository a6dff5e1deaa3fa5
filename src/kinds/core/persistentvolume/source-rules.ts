import { alternatives } from '#kinds/shared/alternatives.js'
import { withoutStepsBack } from '#kinds/shared/formats.js'
import * as cloud from '#kinds/shared/pod/volumes/cloud-rules.js'
import { validatePersistentIscsi } from '#kinds/shared/pod/volumes/iscsi-rules.js'
import { validateHostPath } from '#kinds/shared/pod/volumes/local-rules.js'
import * as network from '#kinds/shared/pod/volumes/network-rules.js'
import { mustBeDriverName } from '#kinds/shared/storage/driver-name.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { mustBeGiven, mustBeGivenAs, mustFollow } from '#meta/field-rules.js'
import { rfc1123Label, rfc1123Subdomain } from '#meta/formats.js'
import type { CSIPersistentVolumeSource, LocalVolumeSource, PersistentVolumeSource } from './sources.js'

function validateLocal({ path }: LocalVolumeSource, errors: FieldErrors): void {
  if (mustBeGiven('path', path, errors)) errors.format('path', path, withoutStepsBack)
}

const CSI_SECRETS = [
  'controllerPublishSecretRef',
  'controllerExpandSecretRef',
  'nodePublishSecretRef',
  'nodeExpandSecretRef',
] as const

function validateCsi(source: CSIPersistentVolumeSource, errors: FieldErrors): void {
  const { driver, volumeHandle } = source
  mustBeDriverName('driver', driver, errors)
  mustBeGiven('volumeHandle', volumeHandle, errors)
  for (const field of CSI_SECRETS) {
    const secret = source[field]
    if (secret === undefined) continue
    mustBeGivenAs(`${field}.name`, secret.name, rfc1123Subdomain, errors)
    mustBeGivenAs(`${field}.namespace`, secret.namespace, rfc1123Label, errors)
  }
}

function mustBeSecret(
  secret: NonNullable<PersistentVolumeSource['storageos']>['secretRef'] | null,
  errors: FieldErrors,
): void {
  if (!secret) return
  mustBeGiven('secretRef.name', secret.name, errors)
  mustBeGiven('secretRef.namespace', secret.namespace, errors)
}

function validateGlusterfs(
  source: NonNullable<PersistentVolumeSource['glusterfs']>,
  errors: FieldErrors,
): void {
  network.validateGlusterfs(source, errors)
  const { endpointsNamespace: namespace } = source
  if (namespace === undefined) return
  if (namespace === '') {
    const message = 'if the endpointnamespace is set, it must be a valid namespace name'
    errors.invalid('endpointsNamespace', namespace, message)
  }
  errors.format('endpointsNamespace', namespace, rfc1123Label)
}

function validateCinder(source: NonNullable<PersistentVolumeSource['cinder']>, errors: FieldErrors): void {
  cloud.validateCinder(source, errors)
  mustBeSecret(source.secretRef, errors)
}

function validateAzureFile(
  source: NonNullable<PersistentVolumeSource['azureFile']>,
  errors: FieldErrors,
): void {
  cloud.validateAzureFile(source, errors)
  if (source.secretNamespace === '') errors.required('secretNamespace')
}

function validateStorageos(
  { volumeName, volumeNamespace, secretRef }: NonNullable<PersistentVolumeSource['storageos']>,
  errors: FieldErrors,
): void {
  mustBeGivenAs('volumeName', volumeName, rfc1123Label, errors)
  mustFollow('volumeNamespace', volumeNamespace, rfc1123Label, errors)
  mustBeSecret(secretRef, errors)
}

/** In the order in which the sources are checked. */
export const SOURCES = alternatives<PersistentVolumeSource>(
  {
    hostPath: validateHostPath,
    gcePersistentDisk: cloud.validateGcePersistentDisk,
    awsElasticBlockStore: cloud.validateAwsElasticBlockStore,
    glusterfs: validateGlusterfs,
    flocker: network.validateFlocker,
    nfs: network.validateNfs,
    rbd: network.validateRbd,
    quobyte: network.validateQuobyte,
    cephfs: network.validateCephfs,
    iscsi: validatePersistentIscsi,
    cinder: validateCinder,
    fc: network.validateFc,
    flexVolume: network.validateFlexVolume,
    azureFile: validateAzureFile,
    vsphereVolume: cloud.validateVsphereVolume,
    photonPersistentDisk: cloud.validatePhotonPersistentDisk,
    portworxVolume: network.validatePortworxVolume,
    azureDisk: cloud.validateAzureDisk,
    scaleIO: network.validateScaleIO,
    local: validateLocal,
    storageos: validateStorageos,
    csi: validateCsi,
  },
  // Kubernetes takes it beside another source too.
  ['flexVolume'],
)
