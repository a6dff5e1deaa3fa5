import type { PodRules } from '#kinds/shared/pod/pod-rules.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { mustBeGiven, mustBeGivenAs, mustFollow, mustLieBetween } from '#meta/field-rules.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import type {
  CephFSVolumeSource,
  CSIVolumeSource,
  FCVolumeSource,
  FlexVolumeSource,
  FlockerVolumeSource,
  GlusterfsVolumeSource,
  NFSVolumeSource,
  PortworxVolumeSource,
  QuobyteVolumeSource,
  RBDVolumeSource,
  ScaleIOVolumeSource,
  StorageOSVolumeSource,
} from './network.js'

export function validateNfs({ server, path }: NFSVolumeSource, errors: FieldErrors): void {
  mustBeGiven('server', server, errors)
  mustBeGiven('path', path, errors)
  if (!path.startsWith('/')) errors.invalid('path', path, 'must be an absolute path')
}

export function validateGlusterfs({ endpoints, path }: GlusterfsVolumeSource, errors: FieldErrors): void {
  mustBeGiven('endpoints', endpoints, errors)
  mustBeGiven('path', path, errors)
}

export function validateRbd({ monitors, image }: RBDVolumeSource, errors: FieldErrors): void {
  mustBeGiven('monitors', monitors, errors)
  mustBeGiven('image', image, errors)
}

export function validateCephfs({ monitors }: CephFSVolumeSource, errors: FieldErrors): void {
  mustBeGiven('monitors', monitors, errors)
}

export function validateFc({ targetWWNs, wwids, lun }: FCVolumeSource, errors: FieldErrors): void {
  if (targetWWNs === undefined && wwids === undefined) {
    errors.required('targetWWNs', 'must specify either targetWWNs or wwids, but not both')
  }
  if (targetWWNs === undefined) return
  if (wwids !== undefined) {
    errors.invalid('targetWWNs', targetWWNs, 'targetWWNs and wwids can not be specified simultaneously')
  }
  if (lun === undefined) errors.required('lun', 'lun is required if targetWWNs is specified')
  mustLieBetween(0, 255, 'lun', lun, errors)
}

export function validateFlocker(
  { datasetName, datasetUUID }: FlockerVolumeSource,
  errors: FieldErrors,
): void {
  if (datasetName === undefined && datasetUUID === undefined) {
    errors.required('', 'one of datasetName and datasetUUID is required')
  }
  if (datasetName !== undefined && datasetUUID !== undefined) {
    errors.invalid('', 'resource', 'datasetName and datasetUUID can not be specified simultaneously')
  }
  if (datasetName?.includes('/')) errors.invalid('datasetName', datasetName, "must not contain '/'")
}

/** A host or an address in brackets, a colon and a port; both may be empty. */
const HOST_AND_PORT = /^(?:\[[^[\]]*\]|[^:[\]]*):[^:[\]]*$/
const REGISTRY = 'must be a host:port pair or multiple pairs separated by commas'

/** In bytes. */
const MAX_TENANT_LENGTH = 64

export function validateQuobyte(
  { registry, tenant, volume }: QuobyteVolumeSource,
  errors: FieldErrors,
): void {
  if (registry === '') errors.required('registry', REGISTRY)
  else if (tenant !== undefined && Buffer.byteLength(tenant) > MAX_TENANT_LENGTH) {
    errors.required('tenant', `must be a UUID and may not exceed a length of ${MAX_TENANT_LENGTH} characters`)
  } else if (!registry.split(',').every((part) => HOST_AND_PORT.test(part))) {
    errors.invalid('registry', registry, REGISTRY)
  }
  mustBeGiven('volume', volume, errors)
}

export function validateStorageos(
  { volumeName, volumeNamespace, secretRef }: StorageOSVolumeSource,
  errors: FieldErrors,
  { label }: PodRules,
): void {
  mustBeGivenAs('volumeName', volumeName, label, errors)
  mustFollow('volumeNamespace', volumeNamespace, label, errors)
  if (secretRef) mustBeGiven('secretRef.name', secretRef.name, errors)
}

export function validatePortworxVolume({ volumeID }: PortworxVolumeSource, errors: FieldErrors): void {
  mustBeGiven('volumeID', volumeID, errors)
}

export function validateScaleIO(
  { gateway, system, volumeName }: ScaleIOVolumeSource,
  errors: FieldErrors,
): void {
  mustBeGiven('gateway', gateway, errors)
  mustBeGiven('system', system, errors)
  mustBeGiven('volumeName', volumeName, errors)
}

/** A domain, or the domain before the slash, that is one of these or lies below it. */
const RESERVED_OPTION = /^(?:[^/]*\.)?(?:kubernetes\.io|k8s\.io)(?:\/|$)/i

export function validateFlexVolume({ driver, options }: FlexVolumeSource, errors: FieldErrors): void {
  mustBeGiven('driver', driver, errors)
  for (const key in options) {
    if (RESERVED_OPTION.test(key)) {
      errors.invalid(`options[${key}]`, key, 'kubernetes.io and k8s.io namespaces are reserved')
    }
  }
}

const MAX_DRIVER_NAME_LENGTH = 63

export function validateCsi({ driver, nodePublishSecretRef }: CSIVolumeSource, errors: FieldErrors): void {
  mustBeGiven('driver', driver, errors)
  if (Buffer.byteLength(driver) > MAX_DRIVER_NAME_LENGTH) errors.tooLarge('driver', MAX_DRIVER_NAME_LENGTH)
  for (const message of rfc1123Subdomain(driver.toLowerCase())) errors.invalid('driver', driver, message)
  if (nodePublishSecretRef) {
    mustBeGivenAs('nodePublishSecretRef.name', nodePublishSecretRef.name, rfc1123Subdomain, errors)
  }
}
